def load(path):
    data = read_file(path)
    return data

def save(path, data):
    write_file(path, data)
