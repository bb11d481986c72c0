def one():
    return 10
