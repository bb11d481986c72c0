name = "Café"
limit = 3
last = 4
