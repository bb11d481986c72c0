name = "CafÃ©"
limit = 3
other = "thé"
last = 4
