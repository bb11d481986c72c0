def load(path):
    try:
        return open(path).read()
    except OSError:
        abort(404)
    return None
