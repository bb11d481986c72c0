line number one
line number two
line number three
line number four
line number five
line number six
line number seven
