def a(data):
    out = []
    for x in data:
        out.append(x + 1)
    return out

def b(data):
    out = []
    for x in data:
        out.append(x + 2)
    return out
