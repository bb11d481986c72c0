if ready:
	first = 1   
	second = 5
	third = 3
