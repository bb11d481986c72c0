def f1(a):
    own_line_1(a)
    value = compute(a, 1)
    return value

def f2(a):
    own_line_2(a)
    value = compute(a, 2)
    return value

def f3(a):
    own_line_3(a)
    value = compute(a, 3)
    return value

def f4(a):
    own_line_4(a)
    value = compute(a, 4)
    return value

