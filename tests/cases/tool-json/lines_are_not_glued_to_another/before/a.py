title: a

That is all.
