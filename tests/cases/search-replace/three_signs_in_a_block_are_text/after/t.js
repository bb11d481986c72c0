let same = a
===
c
