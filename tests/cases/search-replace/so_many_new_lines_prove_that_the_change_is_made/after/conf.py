def span():
    first = read()
    last = read()
    return last - first
