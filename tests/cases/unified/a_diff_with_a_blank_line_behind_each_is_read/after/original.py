line 1 here
line 2 here
line 3 here
line 4 here
changed five
line 6 here
line 7 here
line 8 here
line 9 here
line 10 here
line 11 here
