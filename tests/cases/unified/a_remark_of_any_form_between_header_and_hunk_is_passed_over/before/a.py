import os

def alpha():
    return 1

def bravo():
    y = 2
    return y
