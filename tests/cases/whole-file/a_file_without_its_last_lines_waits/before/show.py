import json
import sys


def load(path):
    with open(path) as file:
        return json.load(file)


def show(data):
    json.dump(data, sys.stdout)


show(load(sys.argv[1]))
