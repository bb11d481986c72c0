import os
import sys

def load(path):
    mode = 'fast'
    return open(path)

def save(path, data):
    limit = 30
    return write(path, data)
