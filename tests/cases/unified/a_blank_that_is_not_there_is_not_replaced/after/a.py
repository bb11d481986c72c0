def load():
    try:
        return item
    except OSError:
        return None
store = load()
