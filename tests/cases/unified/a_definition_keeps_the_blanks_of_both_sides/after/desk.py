def weigh():
    return measure(1)


def send():
    return post(3)


def pack():
    return wrap(2)
