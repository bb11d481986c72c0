def parse(text):
    return text.upper()
