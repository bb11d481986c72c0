class Store:
    def __init__(self, users):
        self.users = users
        self.groups = 0

    def create(self):
        return self.users.create()
