def read(Path):
    log(Path)
    return open(Path)
