class Jar:
    def load(self):
        return 1

    def clean(self):
        self.n = 0
