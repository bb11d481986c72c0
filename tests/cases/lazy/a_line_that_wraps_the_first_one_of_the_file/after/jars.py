class Jar:
    def fill(self, plum):
        self.count += 1
        with self.lock:
            self.plums.append(plum)
        return self.count

    def lid(self):
        return "cork"
