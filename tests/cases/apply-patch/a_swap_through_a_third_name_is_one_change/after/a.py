import os

def load(path):
    limit = 20
    return open(path)

def save(path, data):
    mode = 'fast'
    return write(path, data)
