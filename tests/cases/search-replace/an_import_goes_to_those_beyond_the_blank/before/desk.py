import os

from desk import box


def weigh():
    return 1
