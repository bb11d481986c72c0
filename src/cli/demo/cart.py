from shop.prices import format_price


class Cart:
    def __init__(self):
        self.items = []
        self.wishes = []

    def add(self, item):
        self.items.append(item)
        self.save()

    def total(self):
        total = 0
        for item in self.items:
            total += item.price
        return total

    def wish_total(self):
        total = 0
        for item in self.items:
            total += item.price
        return total

    def receipt(self):
        lines = [item.name for item in self.items]
        lines.append(format_price(self.total(), "EUR"))
        return "\n".join(lines)

    def save(self):
        with open("cart.txt", "w") as file:
            file.write(self.receipt())
