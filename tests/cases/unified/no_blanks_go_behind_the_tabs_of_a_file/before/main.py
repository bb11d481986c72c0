def main():
	print("hello")
