first = 1
self.push(symbol_)
middle = 2
i++;
last = 3
user.save!
