def read(Path):
    log(Path)
    check(Path)
    return open(Path)
