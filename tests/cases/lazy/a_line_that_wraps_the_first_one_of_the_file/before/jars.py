class Jar:
    def fill(self, plum):
        self.count += 1
        self.plums.append(plum)
        return self.count

    def lid(self):
        return "cork"
