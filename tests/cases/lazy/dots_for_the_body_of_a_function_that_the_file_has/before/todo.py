import sys


def size(x: int) -> int:
    return x


def main() -> None:
    print(sys.argv)
