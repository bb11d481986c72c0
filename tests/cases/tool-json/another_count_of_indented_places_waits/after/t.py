class A:
    def f(self):
        start(1)
        stop(1)


def g():
    start(1)
    stop(1)
