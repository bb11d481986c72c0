foo = evil
baz = 1
