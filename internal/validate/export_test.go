package validate

// SetMostWhole sets how many steps a run has at most that is enacted whole, and returns what it was.
func SetMostWhole(n int) (was int) {
	was, mostWhole = mostWhole, n
	return was
}
