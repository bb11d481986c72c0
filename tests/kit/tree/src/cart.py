"""A shopping cart."""

from dataclasses import dataclass


@dataclass
class Item:
    name: str
    price: int
    count: int = 1


class Cart:
    def __init__(self):
        self.items = []

    def add(self, item):
        self.items.append(item)

    def total(self):
        return sum(item.price * item.count for item in self.items)

    def clear(self):
        self.items = []


def format_total(cart):
    return f"{cart.total() / 100:.2f}"
