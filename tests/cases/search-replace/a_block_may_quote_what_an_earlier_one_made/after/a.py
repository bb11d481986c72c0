def load(path):
    raw_data = read_file(path)
    data = decode_text(raw_data, "utf-8")
    return data.strip()

def save(path, data):
    write_file(path, data)
