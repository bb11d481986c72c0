line number one
line number two
drei
line number four
line number five
line number six
line number seven
