def f():
    print("b")
    return 1
