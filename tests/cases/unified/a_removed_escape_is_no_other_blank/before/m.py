def f(x):
    a = x.split("\n")
    b = "  "
    return a


def g(y):
    return y
