package mutation

import (
	"fmt"
	"slices"
	"strings"
)

// A tally is a field of the matrix: how many of the mutants that a check reaches it notices.
type tally struct{ killed, reached int }

// cell is how the matrix shows it.
func (t tally) cell() string {
	if t.reached == 0 {
		return "–"
	}
	return fmt.Sprintf("%d / %d", t.killed, t.reached)
}

// Matrix is the kill matrix as a table of Markdown: a row for each package, a column for each kind of check.
func (r *Result) Matrix() string {
	var packages []string
	for _, m := range r.Mutants {
		if !slices.Contains(packages, m.Package) {
			packages = append(packages, m.Package)
		}
	}
	var text strings.Builder
	fmt.Fprintf(&text, "| package | %s | all |\n|---|%s\n", strings.Join(Columns, " | "),
		strings.Repeat("---|", len(Columns)+1))
	for _, folder := range packages {
		r.row(&text, folder, func(m *Mutant) bool { return m.Package == folder })
	}
	r.row(&text, "all", func(*Mutant) bool { return true })
	return text.String()
}

// Operators is the table of what came of each operator.
func (r *Result) Operators() string {
	var operators []Operator
	for _, m := range r.Mutants {
		if !slices.Contains(operators, m.Operator) {
			operators = append(operators, m.Operator)
		}
	}
	slices.Sort(operators)
	var text strings.Builder
	text.WriteString("| operator | killed |\n|---|---|\n")
	for _, op := range operators {
		all := r.tally("", func(m *Mutant) bool { return m.Operator == op }).cell()
		fmt.Fprintf(&text, "| %s | %s |\n", op, all)
	}
	return text.String()
}

func (r *Result) row(text *strings.Builder, name string, of func(*Mutant) bool) {
	fmt.Fprintf(text, "| %s |", name)
	for _, column := range Columns {
		fmt.Fprintf(text, " %s |", r.tally(column, of).cell())
	}
	fmt.Fprintf(text, " %s |\n", r.tally("", of).cell())
}

// tally counts in one column, or, where it has no name, mutants that any of them kills, of all.
func (r *Result) tally(column string, of func(*Mutant) bool) (t tally) {
	for i := range r.Mutants {
		m := &r.Mutants[i]
		by := m.Columns[column]
		if !of(m) || column != "" && by == "" {
			continue
		}
		t.reached++
		if column == "" && m.Killed() || by != "" && by != Lived {
			t.killed++
		}
	}
	return t
}

// fewReached is how many mutants a column may reach and kill none.
const fewReached = 20

// Blind are the columns that reach many mutants and kill none: what runs there cannot fail.
func (r *Result) Blind() (columns []string) {
	for _, column := range Columns {
		all := r.tally(column, func(*Mutant) bool { return true })
		if all.killed == 0 && all.reached > fewReached {
			columns = append(columns, column)
		}
	}
	return columns
}

// Alone says of each column how many mutants it alone has killed, of those that others reached too.
func (r *Result) Alone() string {
	var parts []string
	for _, column := range Columns {
		n := 0
		for i := range r.Mutants {
			if m := &r.Mutants[i]; m.kills() == 1 && m.Columns[column] != "" && m.Columns[column] != Lived {
				n++
			}
		}
		parts = append(parts, fmt.Sprintf("%s %d", column, n))
	}
	return strings.Join(parts, ", ")
}

// Percent is the share of mutants that are killed, in tenths of a percent, as a text.
func (r *Result) Percent() string {
	tenths := 1000 * r.Killed() / max(1, len(r.Mutants))
	return fmt.Sprintf("%d.%d %%", tenths/10, tenths%10)
}

// Markdown is MUTANTS.md.
func (r *Result) Markdown() string {
	var text strings.Builder
	fmt.Fprintf(&text, `# Mutants

`+"`make mutants`"+` changes the code in %d small ways, one at a time, drawn by seed %d from %d places in
implementations, specifications, the judges, the network's rules and the World, and runs what can notice: so this page is
written. %d of them, **%s**, are noticed by some check; %d live with an explanation, %d without.

All mutants stand in one program, and the environment switches one of them on. A run without any says which checks reach it,
and only these are run with it: at most %d of each column, where none notices up to %d longer ones too. A check that takes %d times as
long as without a mutant has noticed it, too. What is pinned as a digest of runs notices every change, judges none, and
is left out. The columns: unit tests of the package and those beside it that reach it, with -short; every plan of a
protocol's corpus; specification and implementation compared in small cases; violations, liveness and explorations;
drawn runs, each step held against the specification; drawn runs with the monitor alone; TLC's word of the small cases.

## The matrix

Killed, of those that a check of this kind reaches.

`, len(r.Mutants), r.Seed, r.Sites, r.Killed(), r.Percent(),
		len(r.Mutants)-r.Killed()-len(r.Unexplained()), len(r.Unexplained()), mostChecks, mostMore, longerCPU)
	if r.Kept > 0 {
		fmt.Fprintf(&text, "%d were noticed in a run before, and not run again when tests or explanations came.\n\n",
			r.Kept)
	}
	text.WriteString(r.Matrix())
	fmt.Fprintf(&text, "\nKilled by this kind of check alone, as far as all were run: %s.\n\n", r.Alone())
	text.WriteString(r.Operators())
	text.WriteString("\n## What lives\n")
	for i := range r.Mutants {
		if m := &r.Mutants[i]; !m.Killed() {
			text.WriteString(m.markdown())
		}
	}
	return text.String()
}

// markdown is what the page says of a mutant that lives.
func (m *Mutant) markdown() string {
	why := "**Open**: nobody has explained it."
	if m.Why != "" {
		why = strings.ToUpper(m.Kind[:1]) + m.Kind[1:] + ": " + m.Why
	}
	change := fmt.Sprintf("`%s`, %s", m.Before, m.Operator)
	if m.After != "" {
		change = fmt.Sprintf("`%s` becomes `%s`, %s", m.Before, m.After, m.Operator)
	}
	if len(m.Columns) == 0 {
		change += ", reached by no check"
	}
	change = strings.ReplaceAll(change, "](", "] (") // which would be a link
	return fmt.Sprintf("\n- %s, %s: %s.\n  %s\n", m.File, m.Func, change, why)
}

// Survivors lists what lives, for those who write tests. Each has its number, which switches it on in the programs
// that were built: see package mut.
func (r *Result) Survivors() string {
	var text strings.Builder
	for i := range r.Mutants {
		m := &r.Mutants[i]
		if m.Killed() {
			continue
		}
		var reached []string
		for _, column := range Columns {
			if m.Columns[column] != "" {
				reached = append(reached, column)
			}
		}
		fmt.Fprintf(&text, "%d %s:%d %s\n    %s: %s\n    becomes: %s\n    reached by: %s\n    %s\n",
			m.Number, m.File, m.Line, m.Func, m.Operator, m.Before, m.After, strings.Join(reached, ", "), m.Why)
	}
	return text.String()
}
