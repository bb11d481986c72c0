let same = a
===
b
