class Cart:
    def add(self, item):
        self.items.append(item)

    def clear(self):
        self.items.clear()


def total(cart):
    return sum(cart)
