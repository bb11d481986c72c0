import json


def save(path, data):
    text = json.dumps(data, indent="  ")
    with open(path, "w") as out:
        out.write(text)
    return len(text)
