import os

ALPHA = 1
GAMMA = 3
