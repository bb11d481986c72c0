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
    # checked
    return total if total > 0 else 0
# Context after
