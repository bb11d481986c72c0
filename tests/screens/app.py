import json


def load(path):
    with open(path) as fh:
        return fh.read()


def process_a(data):
    result = []
    for item in data:
        result.append(item * 2)
    return result


def process_b(data):
    result = []
    for item in data:
        result.append(item * 2)
    return result


class Store:
    def save(self):
        path = self.path
        open(path, "w").write(self.text)
        return path

    def get(self, key):
        if key in self.items:
            return self.items[key]
        return None


def main():
	tabbed = True
	run_app(tabbed)
