Limit = 30


def wait(Limit):
    sleep(Limit)
    return Limit
