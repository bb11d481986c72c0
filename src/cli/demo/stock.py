"""What is left on the shelves."""


class Stock:
    def __init__(self):
        self.counts = {}

    def put(self, name, count):
        self.counts[name] = self.counts.get(name, 0) + count

    def take(self, name, count):
        self.counts[name] -= count
        return count

    def report(self):
        return [f"{name}: {n}" for name, n in self.counts.items()]
