def add_up(parts):
    return sum(part.cost for part in parts)
