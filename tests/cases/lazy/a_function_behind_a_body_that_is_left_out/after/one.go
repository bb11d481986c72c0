package jar

func Load() int {
	return 1
}

func Clean() int {
	return 0
}

func Lid() int {
	return 2
}
