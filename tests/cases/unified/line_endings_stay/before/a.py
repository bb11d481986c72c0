one
two
three
