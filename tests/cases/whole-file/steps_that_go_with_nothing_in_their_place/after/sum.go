package jars

func Sum(n int) int {
	return n + 1
}
