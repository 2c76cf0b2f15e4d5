package paper

// extent is how much is measured.
type extent struct {
	most   int   // the largest group, of the paper's 8 to 512
	beyond []int // larger groups than the paper's
	all    int   // the largest group of ALL whose messages are counted
	slow   int   // the largest group of ALL and of vRing of which there are many runs
	runs   int   // how many of them
}

// sizes are those of the groups: the paper's, and those beyond.
func (e extent) sizes(beyond bool) []int {
	var list []int
	for n := 8; n <= e.most; n *= 2 {
		list = append(list, n)
	}
	if beyond {
		list = append(list, e.beyond...)
	}
	return list
}
