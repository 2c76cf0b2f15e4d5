package catch

import (
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/planted"
)

// row is a row with these lines, one after the other.
func row(lines ...string) planted.Row {
	r := planted.Row{File: "r"}
	for _, line := range lines {
		key, value, _ := strings.Cut(line, ": ")
		r.Fields = append(r.Fields, planted.Field{Key: key, Value: value})
	}
	return r
}

func TestArgs(t *testing.T) {
	for _, c := range []struct {
		row  planted.Row
		args string
	}{
		{
			row("note: n", "campaign: p", "set: a=1", "seed: 7", "property: P", "elements: 2"),
			"campaign -p p -n 2000 -seed 7 -tries 2000 -refine=false -keep 1 -out OUT -until P -set a=1",
		},
		{
			row("refined: p", "says: s"),
			"campaign -p p -n 2000 -keep 1 -edges=false -until Refines -tries 200 -out OUT",
		},
		{row("unwitnessed: p", "uncovered: s"), "campaign -p p -n 1000 -refine=false -keep 1 -out OUT"},
		{row("replayed: p/x", "says: s"), "replay ROOT/F/testdata/corpus/x.json"},
		{row("case: p/c.1", "property: P"), `verify -no-tlc -only p/c\.1`},
		{row("explored: p", "flags: -a 1", "says: s"), "explore -p p -out OUT -a 1"},
		{
			row("test: a/b TestX"),
			"-test.short -test.count=1 -test.timeout=60s -test.failfast -test.run=^TestX$",
		},
	} {
		by, err := Of(c.row)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := by.Args("ROOT", "F", "OUT"); !slices.Equal(got, strings.Fields(c.args)) {
			t.Errorf("%q, want %q", got, c.args)
		}
	}
}

func TestOfRefuses(t *testing.T) {
	for _, c := range []struct {
		row  planted.Row
		says string
	}{
		{row("note: n"), "names nobody"},
		{row("campaign: p", "case: p/c"), "a row has one catcher"},
		{row("campaign: p", "elements: 1"), `wants a line "property: "`},
		{row("campaign: p", "property: P"), `wants a line "elements: "`},
		{row("campaign: p", "property: P", "elements: x"), "elements: "},
		{row("campaign: p", "property: P", "elements: 1", "seed: -1"), "seed: "},
		{row("case: p", "says: s"), "of two parts"},
		{row("refined: p"), `wants a line "says: "`},
		{row("unwitnessed: p"), `"witnesses: " or "uncovered: "`},
		{row("test: a TestX", "says: s"), "says: no such line"},
	} {
		if _, err := Of(c.row); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v: %v, want %q", c.row.Fields, err, c.says)
		}
	}
}
