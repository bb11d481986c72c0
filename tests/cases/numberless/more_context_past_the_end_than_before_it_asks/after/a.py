class users_session:
    def __init__(self, users):
        self.order = users


def last(users):
    return session

