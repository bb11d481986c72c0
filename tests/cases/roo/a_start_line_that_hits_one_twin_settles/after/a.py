def a(data):
    out = []
    for x in data:
        out.append(x)
    return out

def b(data):
    out = []
    for x in data:
        out.append(x + 1)
    return out
