import math

import parity

class Sums:
    pass


@page("/even/<int:n>")
def nth_even(n):
    seen = 0
    num = 0
    while seen < n:
        num += 1
        if parity.even(num):
            seen += 1
    return str(num)
