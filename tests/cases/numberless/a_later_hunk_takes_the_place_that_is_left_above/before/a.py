def left():
    size = measure()
    return size

def right():
    size = measure()
    return size
