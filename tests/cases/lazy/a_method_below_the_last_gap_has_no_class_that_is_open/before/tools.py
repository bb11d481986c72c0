class Jar:
    def load(self):
        return 1


def main():
    print(Jar().load())
