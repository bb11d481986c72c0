def ship(a):
    prepare(a)
    return a
