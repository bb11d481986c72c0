print("a\nB")
print("c")
