def outer():
    size = measure()
    return size

class Box:
    def inner(self):
        size = measure()
        return size
