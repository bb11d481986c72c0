if a:
    x = compute(1)
    y = compute(2)
if b:
        x = compute(1)
        y = compute(2)
