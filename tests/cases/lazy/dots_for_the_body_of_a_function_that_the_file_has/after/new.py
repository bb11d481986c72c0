def load() -> int:
    return 1


def clean() -> int: ...
