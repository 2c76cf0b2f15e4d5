package transcript

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/phrase"
)

// told is a step as lines of text.
type told struct {
	lines []string
	quiet bool // it has changed nothing
	fault bool // it is a fault, or a process comes up again
}

// brief returns the first line of a step.
func (t told) brief() []string {
	if len(t.lines) == 1 {
		return t.lines
	}
	return []string{t.lines[0] + " …"}
}

// fold is the line for steps that are left out.
func fold(steps int) string {
	return fmt.Sprintf("%18s… %s", "", phrase.Plural(steps, "step", "steps"))
}

// folded returns at most n lines of steps. last is the number of the step after which a property failed or the run
// ended; folded folds the steps after it, unless all steps fit. If there are few steps, each has a line at least.
func folded(steps []told, last int, failed bool, n int) []string {
	kept := make([]bool, len(steps))
	for i := range kept {
		kept[i] = true
	}
	if len(render(steps, kept)) <= n {
		return render(steps, kept)
	}
	after := len(steps) - last
	room := n - min(1, after)
	if last <= room {
		lines := eachBriefly(steps[:last], failed, room)
		if after > 0 {
			lines = append(lines, fold(after))
		}
		return lines
	}
	if last <= 2*room { // many lines of few steps tell less
		steps = slices.Clone(steps)
		for i := range steps {
			steps[i].lines = steps[i].brief()
		}
	}
	choose(steps[:last], failed, room, kept[:last])
	for i := last; i < len(steps); i++ {
		kept[i] = false
	}
	return render(steps, kept)
}

// eachBriefly returns the first line of each step, and all lines of as many steps as n lines have room for, in the
// order of byRank.
func eachBriefly(steps []told, failed bool, n int) (lines []string) {
	whole, left := make([]bool, len(steps)), n-len(steps)
	for _, i := range byRank(steps, failed) {
		if more := len(steps[i].lines) - 1; !whole[i] && more <= left {
			whole[i] = true
			left -= more
		}
	}
	for i, t := range steps {
		if whole[i] {
			lines = append(lines, t.lines...)
		} else {
			lines = append(lines, t.brief()...)
		}
	}
	return lines
}

// choose keeps the last step and the steps that changed something. If these take more than n lines, it keeps as many as
// fit, in the order of byRank.
func choose(steps []told, failed bool, n int, kept []bool) {
	for i, t := range steps {
		kept[i] = !t.quiet || i == len(steps)-1
	}
	if len(render(steps, kept)) <= n {
		return
	}
	clear(kept)
	for _, i := range byRank(steps, failed) {
		if kept[i] {
			continue
		}
		kept[i] = true
		switch lines := len(render(steps, kept)); {
		case lines > n:
			kept[i] = false
		case lines == n:
			return
		}
	}
}

// afterFault is how many steps behind a fault come before others.
const afterFault = 3

// byRank sorts the steps that changed something by their use to a reader: the failure, the faults, the steps after each
// fault, and then steps from the beginning and the end by turns.
func byRank(steps []told, failed bool) (ranked []int) {
	var loud, faults []int
	for i, t := range steps {
		if !t.quiet {
			loud = append(loud, i)
		}
		if t.fault {
			faults = append(faults, i)
		}
	}
	if failed {
		ranked = append(ranked, len(steps)-1)
	}
	ranked = append(ranked, faults...)
	for _, fault := range faults {
		behind := 0
		for _, i := range loud {
			if i > fault && behind < afterFault {
				ranked = append(ranked, i)
				behind++
			}
		}
	}
	for k := range loud {
		ranked = append(ranked, loud[k], loud[len(loud)-1-k])
	}
	return ranked
}

// render returns the lines of the kept steps, with folds of the others between them.
func render(steps []told, kept []bool) (lines []string) {
	left := 0
	flush := func() {
		if left > 0 {
			lines = append(lines, fold(left))
		}
		left = 0
	}
	for i, t := range steps {
		if !kept[i] {
			left++
			continue
		}
		flush()
		lines = append(lines, t.lines...)
	}
	flush()
	return lines
}
