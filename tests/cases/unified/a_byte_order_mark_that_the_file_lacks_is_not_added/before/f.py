foo = bar
baz = 1
