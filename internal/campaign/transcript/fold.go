package transcript

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/internal/phrase"
)

// told is a step as lines of text, or a fold of several.
type told struct {
	lines []string
	steps int
	quiet bool // it has changed nothing
	fault bool // it is a fault, or a process comes up again
}

// fold stands for steps that are left out.
func fold(steps int) told {
	return told{[]string{fmt.Sprintf("%18s… %s", "", phrase.Plural(steps, "step", "steps"))}, steps, true, false}
}

// folded returns at most n lines of steps, the last of which that counts is the given one: after it a property failed,
// or the run ended.
func folded(steps []told, last int, failed bool, n int) (lines []string) {
	kept := make([]bool, len(steps))
	for i := range kept {
		kept[i] = true
	}
	if count(render(steps, kept)) > n {
		choose(steps[:last], failed, n-min(1, len(steps)-last), kept[:last])
		for i := last; i < len(steps); i++ {
			kept[i] = false
		}
	}
	for _, t := range render(steps, kept) {
		lines = append(lines, t.lines...)
	}
	return lines
}

// choose keeps the steps that have changed something, or as many of these as have room in n lines.
func choose(steps []told, failed bool, n int, kept []bool) {
	for i, t := range steps {
		kept[i] = !t.quiet || i == len(steps)-1
	}
	if count(render(steps, kept)) <= n {
		return
	}
	clear(kept)
	for _, i := range byRank(steps, failed) {
		if kept[i] {
			continue
		}
		kept[i] = true
		switch lines := count(render(steps, kept)); {
		case lines > n:
			kept[i] = false
		case lines == n:
			return
		}
	}
}

// afterFault is how many steps behind a fault come before others.
const afterFault = 3

// byRank returns the steps that have changed something, those first that a reader misses most: the failure, the
// faults, the steps behind these, and then by turns those at the beginning and before the end.
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

// render returns the kept steps, with folds of the others between them.
func render(steps []told, kept []bool) (all []told) {
	left := 0
	flush := func() {
		if left > 0 {
			all = append(all, fold(left))
		}
		left = 0
	}
	for i, t := range steps {
		if !kept[i] {
			left++
			continue
		}
		flush()
		all = append(all, t)
	}
	flush()
	return all
}

func count(all []told) (lines int) {
	for _, t := range all {
		lines += len(t.lines)
	}
	return lines
}
