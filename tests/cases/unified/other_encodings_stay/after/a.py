café
three words here
