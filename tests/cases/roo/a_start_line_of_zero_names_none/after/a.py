import os

def alpha():
    return 1

def bravo():
    y = 7
    return y
