def left():
    size = measure(1)
    return size

def right():
    size = measure(2)
    return size
