import os


def load(path):
    return open(path)


def drop(path):
    os.remove(path)
