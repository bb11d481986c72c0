def low():
    return 1

def high():
    return 2

def last():
    return low()
