# Grφίe
a = 1
b = 2  # fόr alle
