package route

func best(a, b int) int {
	measureAllRoutes()
	if a > b {
		return weigh(b)
	}
	return b
}
