def weigh(jar) -> list[int]:
    total = []
    for plum in jar:
        total.append(plum)
    return total


def count(jar) -> int:
    return len(jar) + 1
