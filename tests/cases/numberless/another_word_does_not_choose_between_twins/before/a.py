def load_orders(store):
    found = store.read_all()
    log("loaded orders")
    return found

def load_events(store):
    found = store.read_all()
    log("loaded all events")
    return found
