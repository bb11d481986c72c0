def gross(price):
    rate = 19
    audit(rate)
    return price * rate


def reduced(price):
    rate = 7
    audit(rate)
    return price * rate
