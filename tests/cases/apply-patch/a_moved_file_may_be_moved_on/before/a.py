import os

def load(path):
    mode = "fast"
    return open(path)
