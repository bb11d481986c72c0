class First:
    def load(self):
        self.size = 0
        return self

    def save(self):
        self.size = 0
        return self


class Second:
    def load(
        self,
        path,
    ) -> None:
        self.size = 0
        return self

    def save(self):
        for key in self.keys:
            self.size = 0
        return self
