import sys


def runnable() -> str:
    return sys.executable


def prefix(name: str) -> str:
    return name.strip()


class Env:
    def __init__(self) -> None:
        self.limit = 12
