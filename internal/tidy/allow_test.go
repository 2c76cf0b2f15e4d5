package tidy

import (
	"fmt"
	"testing"
)

// An allowance is one exception from one rule: for all findings that have its
// file and its subject.
type allowance struct {
	rule    string
	file    string
	subject string
	size    int    // for limits: exactly the size it has today, and it may only shrink
	reason  string // why this is right here, for the next reader
}

// allowed are all exceptions of the repository.
var allowed = []allowance{
	{
		rule: "determinism", file: "checker/plain.go", subject: "import hash/maphash",
		reason: "its hashes only spread states over the table: states are compared, and numbered in the order in " +
			"which they are found, so nothing that is seen depends on the seed",
	},
	{
		rule: "determinism", file: "checker/work.go", subject: "import sync",
		reason: "the only goroutines: they read what does not change and write what is their own; what they find " +
			"is taken over in the order of the states",
	},
	{
		rule: "determinism", file: "checker/work.go", subject: "import sync/atomic",
		reason: "who takes which chunk does not matter, see the row above",
	},
	{
		rule: "determinism", file: "internal/codec/register.go", subject: "import sync",
		reason: "tests of a user's that run in parallel register their types; what a name stands for never changes",
	},
	{
		rule: "determinism", file: "internal/codec/register.go", subject: "import sync/atomic",
		reason: "those that encode meanwhile see the list before or after, see the row above",
	},
	{
		rule: "determinism", file: "internal/codec/compare.go", subject: "import sync/atomic",
		reason: "a type is always compared in the same way, see register.go above",
	},
	{
		rule: "determinism", file: "internal/codec/compare.go", subject: "import unsafe",
		reason: "it only reads, where reflection says that a field is; what it says of two values does not depend on " +
			"where they are, and a test holds it against the same by reflection",
	},
	{
		rule: "types", file: "internal/explore/fresh.go", subject: "reflect.Value.Seq2",
		reason: "lists each entry by itself and sorts the lists before it appends them",
	},
	{
		rule: "types", file: "internal/explore/readings.go", subject: "reflect.Value.MapKeys",
		reason: "puts each entry into another map, and refuses two that have the same key there",
	},
	{
		rule: "types", file: "internal/codec/append.go", subject: "reflect.Value.MapRange",
		reason: "encodes each entry by itself and sorts the encodings before it writes them",
	},
	{
		rule: "types", file: "internal/codec/refuse.go", subject: "reflect.Value.MapKeys",
		reason: "sorts the keys by their texts before it looks at the entries",
	},
}

// judge takes the allowed findings away and adds one for each row that is
// stale, has no reason, or allows more than there is.
func judge(ruleName string, found []finding, rows []allowance) []finding {
	var out []finding
	used := make([]bool, len(rows))
	for _, f := range found {
		i := lookUp(ruleName, f, rows)
		if i < 0 {
			out = append(out, f)
			continue
		}
		used[i] = true
		switch row := rows[i]; {
		case f.size > row.size:
			f.text += fmt.Sprintf(" (allow_test.go lets it have %d; it may only shrink)", row.size)
			out = append(out, f)
		case f.size < row.size:
			f.text = fmt.Sprintf("%s shrank to %d lines: lower its row in allow_test.go from %d",
				f.subject, f.size, row.size)
			out = append(out, f)
		}
	}
	for i, row := range rows {
		if row.rule != ruleName {
			continue
		}
		f := finding{file: row.file, line: 1, subject: row.subject}
		if !used[i] {
			f.text = fmt.Sprintf("nothing here breaks the rule %q with %q any more: "+
				"remove the row from allow_test.go", row.rule, row.subject)
			out = append(out, f)
		}
		if row.reason == "" {
			f.text = fmt.Sprintf("the row in allow_test.go for %q has no reason: say why it is right here",
				row.subject)
			out = append(out, f)
		}
	}
	return out
}

// lookUp finds the row for a finding, or -1.
func lookUp(ruleName string, f finding, rows []allowance) int {
	for i, row := range rows {
		if row.rule == ruleName && row.file == f.file && row.subject == f.subject {
			return i
		}
	}
	return -1
}

func TestJudge(t *testing.T) {
	row := allowance{rule: "r", file: "a.go", subject: "f", size: 80, reason: "it is a table"}
	found := func(size int) []finding {
		return []finding{{file: "a.go", line: 7, subject: "f", size: size, text: "f is long"}}
	}
	without := row
	without.reason = ""
	tests := []struct {
		name  string
		found []finding
		rows  []allowance
		want  []string
	}{
		{"not allowed", found(80), nil, []string{"7: f is long"}},
		{"allowed", found(80), []allowance{row}, nil},
		{"grew", found(81), []allowance{row}, []string{"7: may only shrink"}},
		{"shrank", found(79), []allowance{row}, []string{"7: lower its row"}},
		{"stale", nil, []allowance{row}, []string{"1: remove the row"}},
		{"no reason", found(80), []allowance{without}, []string{"1: no reason"}},
		{"row of another rule", found(80), []allowance{row, {rule: "other", file: "a.go"}}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			compare(t, "a.go", judge("r", test.found, test.rows), test.want)
		})
	}
}
