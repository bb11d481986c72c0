package jars

func Sum(n int) int {
	m := n
	m += 1
	return m
}
