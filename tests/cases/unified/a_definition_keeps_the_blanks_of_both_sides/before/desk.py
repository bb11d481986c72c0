def weigh():
    return measure(1)


def pack():
    return wrap(2)
