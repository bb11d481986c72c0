print("a\nb")
print("c")
