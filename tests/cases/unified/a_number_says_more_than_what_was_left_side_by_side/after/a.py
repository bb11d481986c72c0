def p():
    a = 1
    log()
    b = 2


def q():
    a = 1
    trace()
    b = 2


def r():
    pass
