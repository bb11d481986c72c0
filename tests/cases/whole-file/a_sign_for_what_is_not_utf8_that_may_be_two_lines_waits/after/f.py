# fär
# für
a = 1
