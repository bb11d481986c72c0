def f():
    print("a")
    return 1
