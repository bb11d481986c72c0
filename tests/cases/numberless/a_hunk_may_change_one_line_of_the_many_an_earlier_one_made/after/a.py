import os
import sys

def load(path):
    mode = 'exact'
    return open(path)

def save(path, data):
    limit = 40
    return write(path, data)
