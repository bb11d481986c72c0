line number one
line number two
line number three
FOUR
line number five
line number six
line number seven
