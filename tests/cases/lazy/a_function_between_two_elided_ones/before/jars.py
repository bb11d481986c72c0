def weigh(jar):
    total = 0
    for plum in jar:
        total += plum
    return total


def count(jar):
    found = []
    for plum in jar:
        found.append(plum)
    return len(found)
