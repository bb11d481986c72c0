line number one
line number two
THREE
line number four
line number five
line number six
line number seven
