"""Prices are whole cents."""

RATES = {"EUR": 100, "USD": 108}


def parse_price(text):
    whole, _, cents = text.partition(".")
    return int(whole) * 100 + int(cents or 0)


def format_price(cents, currency):
    return f"{cents / 100:.2f} {currency}"


def convert(cents, currency):
    rate = RATES[currency]
    return cents * rate // 100
