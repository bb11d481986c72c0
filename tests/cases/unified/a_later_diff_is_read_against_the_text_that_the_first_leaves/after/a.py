import os
import re
import json

def load(path):
    mode = 'fast'
    return open(path)

def save(path, data):
    limit = 40
    return write(path, data)
