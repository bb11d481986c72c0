def price_of_apples(order):
    total = order.count * order.price
    discount = order.discount or 0
    return total - discount

def price_of_pears(order):
    total = order.count * order.price
    discount = order.discount or 0
    return total - discount
