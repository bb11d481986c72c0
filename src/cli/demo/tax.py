"""Taxes by country, in per cent."""

RATES = {"DE": 19, "FR": 20}


def tax(cents, country):
    return cents * RATES[country] // 100
