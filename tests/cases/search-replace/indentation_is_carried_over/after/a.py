class A:
    def f(self):
        if self.x and self.y:
            log()
            return 2
