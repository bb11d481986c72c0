the first line
two
