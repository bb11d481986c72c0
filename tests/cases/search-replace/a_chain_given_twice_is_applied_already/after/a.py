import os

def load(path):
    mode = 'fast'
    depth = 3
    cache = {}
    return open(path)

def save(path, data):
    limit = 20
    return write(path, data)
