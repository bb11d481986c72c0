import os

def load(path):
    limit = 20
    return open(path)

def save(path, data):
    limit = 20
    return write(path, data)
