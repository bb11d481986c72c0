import math

class Sums:
    pass

def is_even(n):
    if n < 0:
        return is_even(-n)
    for step in range(0, n + 1, 2):
        if step == n:
            return True
    return False

@page("/even/<int:n>")
def nth_even(n):
    seen = 0
    num = 0
    while seen < n:
        num += 1
        if is_even(num):
            seen += 1
    return str(num)
