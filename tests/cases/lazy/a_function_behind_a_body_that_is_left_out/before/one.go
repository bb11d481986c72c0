package jar

func Load() int {
	return 1
}

func Lid() int {
	return 2
}
