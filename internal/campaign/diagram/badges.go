package diagram

import (
	"fmt"
	"strings"
)

// badges tell by which of the plan's faults and pins something is as it is, by the
// numbers that these have in the list at the top of the page.
type badges struct{ events, copies map[int][]int }

func newBadges(d *Diagram) badges {
	b := badges{map[int][]int{}, map[int][]int{}}
	for i := range d.Faults {
		for _, n := range d.Faults[i].Events {
			b.events[n] = append(b.events[n], i)
		}
		for _, n := range d.Faults[i].Copies {
			b.copies[n] = append(b.copies[n], i)
		}
	}
	return b
}

// badge is the sign of the fault or pin in that place of the list: a circled number, as far
// as there are any.
func badge(place int) string {
	switch {
	case place < 20:
		return string(rune('①' + place))
	case place < 35:
		return string(rune('㉑' + place - 20))
	}
	return fmt.Sprintf("(%d)", place+1)
}

// mostBadges is how many signs stand before one label.
const mostBadges = 3

// badged writes the signs of some faults before a text.
func badged(places []int, text string) string {
	var signs strings.Builder
	for i, place := range places {
		if i == mostBadges {
			signs.WriteString("…")
			break
		}
		signs.WriteString(badge(place))
	}
	if len(places) > 0 && text != "" {
		return signs.String() + " " + text
	}
	return signs.String() + text
}
