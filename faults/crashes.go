package faults

import "github.com/scrutineer-go/scrutineer/spec"

// crashesOf returns crashes of a process after the first and the second of each kind
// of step, and inside the first before it has any effect.
func crashesOf(node spec.NodeID, down *Time, k Known) []Kind {
	var list []Kind
	for nth := 1; nth <= 2; nth++ {
		for _, action := range k.Steps {
			list = append(list, &Crash{Node: node, Down: down, After: &StepRef{Action: action, Node: node, Nth: nth}})
		}
	}
	for _, action := range k.Steps {
		list = append(list, &CrashIn{Down: down, Step: StepRef{Action: action, Node: node, Nth: 1}})
	}
	return list
}

// Variants are crashes after steps.
func (f *Crash) Variants(k Known) []Kind { return crashesOf(f.Node, f.Down, k) }

// First is true: crashes are few.
func (f *Crash) First(Known) bool { return true }

// Variants are crashes after steps, and one inside the first of these steps.
func (f *CrashIn) Variants(k Known) []Kind {
	first := *f
	first.Step.Nth = 1
	return append(crashesOf(f.Step.Node, f.Down, k), &first)
}

// First reports whether the crash is inside the first of the steps that it names.
func (f *CrashIn) First(Known) bool { return f.Step.Nth <= 1 }
