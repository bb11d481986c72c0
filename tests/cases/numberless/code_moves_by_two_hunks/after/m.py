def high():
    return 2

def low():
    return 1

def last():
    return low()
