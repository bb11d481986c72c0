import math


def total(items):
    result = 0
    for item in items:
        result += item.price
    return round(result, 2)


def count(items):
    return len(items)
