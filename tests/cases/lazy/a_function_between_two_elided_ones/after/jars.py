def weigh(jar):
    total = 0
    for plum in jar:
        total += plum
    return total


def half(jar, limit=10):
    """Print half of a jar."""
    if limit > 3:
        print(jar[:limit])


def count(jar):
    found = []
    for plum in jar:
        found.append(plum)
    return len(found)
