import os

def load(path):
    mode = 'fast'
    return open(path)

def save(path, data):
    mode = 'slow'
    return write(path, data)
