first of two
second of two