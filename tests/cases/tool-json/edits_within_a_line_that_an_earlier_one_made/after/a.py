import os

def load(path):
    mode = pick('slow', path)
    return open(path)

def save(path, data):
    limit = 30
    return write(path, data)
