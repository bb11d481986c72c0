limit = 10
name = 1
