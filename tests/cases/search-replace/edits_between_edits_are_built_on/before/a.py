one()
one()
two()
two()
