if a:
    x = compute(1)
    y = compute(9)
if b:
        x = compute(1)
        y = compute(9)
