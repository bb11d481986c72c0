def first(x):
    total = compute_total(x, 3)
    old_value = 1
    finish_all_parts(x)
    return total


def second(x):
    total = compute_total(x, 2)
    new_value = 1
    finish_all_parts(x)
    return total
