def load(path):
    text = read(path)
    check(text)
    return parse(text)


def save(path, text):
    write(path, text)
    return text
