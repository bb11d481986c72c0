def f1():
    x = 1
    return x

def f2():
    x = 1
    return x

def f3():
    x = 1
    return x

def f4():
    x = 1
    return x

def f5():
    x = 1
    return x

