line number one
TWO
line number three
line number four
line number five
SIX
line number seven
