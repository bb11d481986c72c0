def first():
    return 1


def second():
    total = 2
    return total


def third():
    return 3
