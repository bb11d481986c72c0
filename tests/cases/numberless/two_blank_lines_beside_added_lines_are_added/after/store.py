import os


def load(path):
    return open(path)


def save(path):
    return open(path, "w")


def drop(path):
    os.remove(path)
