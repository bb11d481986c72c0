import os
from jars import Lid
from shelves import Board


def put(board):
    return Lid(board)


def take(board):
    return Board(os.fspath(board))
