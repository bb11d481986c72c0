import sys

DEBUG = True
LIMIT = 10
