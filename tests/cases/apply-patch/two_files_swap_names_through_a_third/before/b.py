import sys

def save(path, data):
    limit = 20
    return write(path, data)
