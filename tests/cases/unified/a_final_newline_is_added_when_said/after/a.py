first of two
TWO
