def load_users(path):
    items = read(path)
    for item in items:
        check(item)
    return items

def load_orders(path):
    items = read(path)
    for item in items:
        log.debug(item)
        check(item)
    return items

