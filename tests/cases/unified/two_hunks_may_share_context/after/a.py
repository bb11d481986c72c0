line number one
line number two
THREE
line number four
FIVE
line number six
line number seven
