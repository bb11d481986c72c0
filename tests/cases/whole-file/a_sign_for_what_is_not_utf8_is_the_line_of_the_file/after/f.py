# Grφίe
a = 7
b = 2  # fόr alle
