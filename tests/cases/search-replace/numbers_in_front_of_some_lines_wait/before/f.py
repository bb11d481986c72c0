import os

def alpha():
    return 0

def bravo():
    x = 0
    return x
