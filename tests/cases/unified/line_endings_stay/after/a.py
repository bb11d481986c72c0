one
TWO
more
three
