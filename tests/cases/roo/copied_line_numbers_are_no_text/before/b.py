class Basket:
    def sum_up(self, things):
        return sum(things)
