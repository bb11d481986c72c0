from typing import overload


def convert(x):
    return str(x)
