class Cart:
    def add(self, item):
        self.items.append(item)


def total(cart):
    return sum(cart)
