jars = 1
lids = 2
shelves = 3
