# 0
# 1
# 2
# 3
# 4
# 5
# 6
# 7
# 8
# Context before
def calc(x, y):
    total = x + y
    return total
# Context after
