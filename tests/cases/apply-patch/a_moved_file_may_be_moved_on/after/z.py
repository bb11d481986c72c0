import os

def load(path):
    mode = "slow"
    return open(path)
