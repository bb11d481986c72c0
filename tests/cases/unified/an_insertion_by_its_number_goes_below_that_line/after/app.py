# line 1
# line 2
# line 3
# line 4
# line 5
# line 6
# line 7
# line 8
# line 9
# line 10
# line 11
# line 12
# line 13
# line 14
# line 15
# line 16
# line 17
# line 18
# line 19
# line 20
def fresh():
    """A new one."""
    pass


# line 21
# line 22
# line 23
# line 24
# line 25
# line 26
# line 27
# line 28
# line 29
# line 30
