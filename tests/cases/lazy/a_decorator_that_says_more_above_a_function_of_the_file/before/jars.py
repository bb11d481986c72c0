from lids import cached


@cached
def weigh():
    return 1


@cached
def count():
    return 2
