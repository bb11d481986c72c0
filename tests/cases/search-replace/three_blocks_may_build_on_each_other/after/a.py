def load(path):
    raw_data = read_file(path)
    data = decode_text(raw_data)
    check_the_text(data, strict=True)
    return data

def save(path, text):
    write_file(path, data)
