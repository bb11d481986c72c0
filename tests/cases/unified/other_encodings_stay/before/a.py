café
two words here
