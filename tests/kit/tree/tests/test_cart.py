from src.cart import Cart, Item


def test_total():
    cart = Cart()
    cart.add(Item("tea", 250, 2))
    assert cart.total() == 500
