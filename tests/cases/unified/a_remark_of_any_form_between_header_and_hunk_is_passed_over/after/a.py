import os

def alpha():
    return 1

def bravo():
    y = 5
    return y
