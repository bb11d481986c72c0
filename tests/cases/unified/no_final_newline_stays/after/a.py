one
TWO
three