line number one
line number two
line number three
fo​ur
line number five
line number six
line number seven
