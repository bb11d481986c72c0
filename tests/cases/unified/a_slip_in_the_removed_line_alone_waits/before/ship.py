def ship(cart):
    prepare(cart)
    return cart
