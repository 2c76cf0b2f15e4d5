package paper

import "fmt"

// incarnations are those with which a run begins.
type incarnations []int

// String writes them as the paper does.
func (list incarnations) String() string {
	text := ""
	for i, n := range list {
		if i > 0 {
			text += ","
		}
		text += fmt.Sprint(n)
	}
	return text
}

// figure7Incarnations are those of Figure 7.
func figure7Incarnations() incarnations { return incarnations{0, 10, 18, 19, 17, 15, 13, 11} }
