def f():
    one()
    two()
    three()
