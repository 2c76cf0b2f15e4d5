package spec

import (
	"iter"
	"slices"
	"strings"
)

// Line is one line of a budget: how often the actions that Counts names may
// happen, all together. "Drop*" names every action whose name begins with Drop.
type Line struct {
	Name   string
	Counts []string
	Most   int
}

// FaultLines are the lines of a budget that protocols have in common, those of the names among
// crash, crashIn, drift, duplicate, loss and premature. A name that is none of these is refused.
func FaultLines(names ...string) []Line {
	common := map[string][]string{
		"crash": {Crash}, "crashIn": {CrashIn("*")}, "drift": {AdvanceFast, AdvanceSlow},
		"duplicate": {Duplicate("*")}, "loss": {Drop("*")}, "premature": {Premature("*"), CrashIn(Premature("*"))},
	}
	var lines []Line
	for _, name := range names {
		counts, ok := common[name]
		if !ok {
			panic(Breach{Contract: "BudgetLines", Why: name + " is no line that protocols have in common"})
		}
		lines = append(lines, Line{Name: name, Counts: counts})
	}
	return lines
}

// Budget bounds a model from outside the algorithm. An action may be counted in
// several lines and needs room in each. A fault that no line counts cannot
// happen; any other action that no line counts is free.
type Budget struct {
	Lines []Line
	// MayCrash are the processes that may crash at all.
	MayCrash Set
}

// Spent is a state and how much of each of the budget's lines is gone.
type Spent[S any] struct {
	State S
	Spent []int
}

// Bounded returns the model in which no more happens than the budget allows.
func Bounded[S any](m Model[S], b Budget) Model[Spent[S]] {
	for _, line := range b.Lines {
		if tick, counts := line.CountsTick(); counts {
			panic(Breach{Contract: "TicksAreFree", Why: "a line of the budget counts " + tick})
		}
	}
	return &bounded[S]{m, b}
}

type bounded[S any] struct {
	model  Model[S]
	budget Budget
}

func (m *bounded[S]) Init() iter.Seq[Spent[S]] {
	return func(yield func(Spent[S]) bool) {
		for s := range m.model.Init() {
			if !yield(Spent[S]{s, make([]int, len(m.budget.Lines))}) {
				return
			}
		}
	}
}

func (m *bounded[S]) Actions(s Spent[S]) iter.Seq[Action] {
	return func(yield func(Action) bool) {
		for a := range m.model.Actions(s.State) {
			if m.budget.Allows(s.Spent, a) && !yield(a) {
				return
			}
		}
	}
}

func (m *bounded[S]) Do(s Spent[S], a Action) (Spent[S], bool) {
	if !m.budget.Allows(s.Spent, a) {
		return s, false
	}
	next, ok := m.model.Do(s.State, a)
	return Spent[S]{next, m.budget.Spend(s.Spent, a)}, ok
}

// Fairness is that of the model: what the budget forbids is not enabled.
func (m *bounded[S]) Fairness() []Fairness { return FairnessOf(m.model) }

// Allows tells whether the action may still happen when so much is spent.
func (b Budget) Allows(spent []int, a Action) bool {
	class := a.Class()
	if class.isCrash() && !b.MayCrash.Has(a.At) {
		return false
	}
	counted := false
	for i, line := range b.Lines {
		if line.counts(a.Name, class) {
			if spent[i] >= line.Most {
				return false
			}
			counted = true
		}
	}
	return counted || !class.IsFault()
}

// Forbids tells whether the budget leaves no room at all for actions of that name.
func (b Budget) Forbids(name string) bool {
	class := ClassOf(name)
	if class.isCrash() && len(b.MayCrash) == 0 {
		return true
	}
	counted := false
	for _, line := range b.Lines {
		if line.counts(name, class) {
			counted = true
			if line.Most == 0 {
				return true
			}
		}
	}
	return !counted && class.IsFault()
}

func (c Class) isCrash() bool { return c == ClassCrash || c == ClassCrashIn }

// Spend returns what is spent after the action.
func (b Budget) Spend(spent []int, a Action) []int {
	after := slices.Clone(spent)
	for i, line := range b.Lines {
		if line.counts(a.Name, a.Class()) {
			after[i]++
		}
	}
	return after
}

// SpentOn returns how much is gone of the line of that name.
func (b Budget) SpentOn(line string, spent []int) int {
	i := slices.IndexFunc(b.Lines, func(l Line) bool { return l.Name == line })
	if i < 0 {
		return 0
	}
	return spent[i]
}

// OnlyFaults tells whether the line counts nothing but faults.
func (l Line) OnlyFaults() bool {
	return !slices.ContainsFunc(l.Counts, func(name string) bool { return !ClassOf(name).IsFault() })
}

// CountsTick returns the tick that the line counts, if it counts one. No budget may: a tick is
// fair and happens for ever, so each run would end where only the budget forbids it, and there
// every property of runs is excused.
func (l Line) CountsTick() (string, bool) {
	i := slices.IndexFunc(l.Counts, func(name string) bool { return ClassOf(name) == ClassTick })
	if i < 0 {
		return "", false
	}
	return l.Counts[i], true
}

// counts tells whether an action of that name and class is counted. A pattern means names of
// its own class alone: an input is no loss because its name begins like one.
func (l Line) counts(name string, class Class) bool {
	return slices.ContainsFunc(l.Counts, func(pattern string) bool {
		prefix, several := strings.CutSuffix(pattern, "*")
		return name == pattern || several && class == ClassOf(pattern) && strings.HasPrefix(name, prefix)
	})
}

// Exhausted tells whether some fair action is enabled in the state and only the
// budget forbids it. Such a state is the edge of what was looked at, not an end
// of the protocol, so liveness is judged as "Exhausted, or the goal".
func Exhausted[S any](m Model[S], b Budget, s Spent[S]) bool {
	if !b.Bounds(s.Spent) {
		return false // without a look at what is enabled, which takes time
	}
	for a := range m.Actions(s.State) {
		if a.IsFair() && !b.Allows(s.Spent, a) {
			return true
		}
	}
	return false
}

// Bounds tells whether some line is spent that may count a fair action: only then can a
// state be Exhausted.
func (b Budget) Bounds(spent []int) bool {
	for i, line := range b.Lines {
		fair := slices.ContainsFunc(line.Counts, func(name string) bool { return !ClassOf(name).IsFault() })
		if fair && spent[i] >= line.Most {
			return true
		}
	}
	return false
}
