    if (a) {
        bar();
    }
