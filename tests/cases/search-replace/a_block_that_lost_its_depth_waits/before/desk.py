class Desk:
    def save(self, code):
        self.check(code)
        self.store(code)
