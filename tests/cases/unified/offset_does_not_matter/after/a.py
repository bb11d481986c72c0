new line above it all
new line above it all
new line above it all
line number one
line number two
line number three
FOUR
line number five
line number six
line number seven
