from typing import overload


@overload
def convert(x: int) -> str: ...
@overload
def convert(x: str) -> int: ...
def convert(x):
    return str(x)
