import os

DEFAULTS = {
    "currency": "EUR",
    "decimals": 2,
}


def load():
    path = os.environ.get("CART_CONFIG")
    if path is None:
        return dict(DEFAULTS)
    with open(path) as file:
        return parse(file.read())


def parse(text):
    pairs = (line.split("=", 1) for line in text.splitlines())
    return {key.strip(): value.strip() for key, value in pairs}
