def alpha():
    pass
def bravo():
    x = 0
    return x
