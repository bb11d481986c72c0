import os


def weigh(jar):
    total = 0
    for plum in jar:
        total += plum
    return total
