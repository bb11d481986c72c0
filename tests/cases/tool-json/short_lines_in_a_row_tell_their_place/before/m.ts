    if (a) {
        foo();
    }
