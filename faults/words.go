package faults

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/spec"
)

// nthText writes 1 as 1st.
func nthText(n int) string {
	suffix := "th"
	if n/10%10 != 1 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return fmt.Sprint(n) + suffix
}

// downWords says for how long a process is down.
func downWords(down *Time) string {
	if down == nil {
		return ""
	}
	return ", and is down for " + down.String()
}

// afterWords says how long after a copy was sent something happens to it.
func afterWords(after *Time) string {
	if after == nil {
		return ""
	}
	return fmt.Sprintf(", %s after it was sent", after)
}

// spanWords says when something is so that may be so from the beginning to the end.
func spanWords(begin Time, end *Time) string {
	text := ""
	if begin > 0 {
		text = " from " + begin.String() + " on"
	}
	if end != nil {
		text += " until " + end.String()
	}
	return text
}

// firesWords says when a timer fires.
func firesWords(node spec.NodeID, timer spec.Timer, nth int, after Time) string {
	return fmt.Sprintf("%s of process %s fires %s after it was set, the %s time that it is", timer, node, after,
		nthText(nth))
}

// acrossWords says what becomes of copies that cannot get through.
func acrossWords(begin, end Time, drops bool) string {
	what := "waits"
	if drops {
		what = "is lost, if it is no multicast"
	}
	return fmt.Sprintf("from %s until %s; what is sent across then %s", begin, end, what)
}

// paceWords says how a clock runs.
func paceWords(ppm int) string {
	if ppm < 0 {
		return fmt.Sprintf("%d ppm slow", -ppm)
	}
	return fmt.Sprintf("%d ppm fast", ppm)
}
