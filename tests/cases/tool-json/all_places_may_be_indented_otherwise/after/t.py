class A:
    def f(self):
        start(2)

        if late:
            stop(2)


def g():
    start(2)

    if late:
        stop(2)
