import os

ALPHA = 1
BETA = 2
GAMMA = 3
