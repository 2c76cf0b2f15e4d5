package store

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// explored is an exploration of two processes that elect, the storage, and few calls: what is
// given after -set and -budget, and what must come of it.
type explored struct {
	set    string // JSON
	budget map[string]int
	states int
	length int // of the shortest violation, in states; 0 where it holds
}

// With fencing all there is within a budget is linearizable. Without, it is not, with no fault at
// all: the membership service and a copy that is late are enough.
func TestExplored(t *testing.T) {
	for _, c := range []explored{
		{`{"calls":1,"object":"lock"}`, nil, 721, 0},
		{`{"calls":1,"object":"lock","fenced":false}`, nil, 717, 26}, // the plan shortest.json
		{`{}`, nil, 33551, 0},
		{`{"fenced":false}`, nil, 12974, 26},
		{`{"calls":1,"object":"lock","protocol":"hybrid","fenced":false}`, nil, 1801, 26},
		{`{"calls":1,"object":"lock","protocol":"hybrid"}`, nil, 1840, 0},
		{`{"calls":1,"object":"lock","runs":2}`, map[string]int{"crash": 1, "premature": 1}, 55250, 0},
		{`{"calls":1,"object":"lock"}`, map[string]int{"crashIn": 1, "loss": 1}, 5827, 0},
		{`{"calls":1}`, map[string]int{"duplicate": 1}, 71957, 0},
	} {
		t.Run(fmt.Sprintf("%s,%v", c.set, c.budget), func(t *testing.T) {
			if testing.Short() && c.budget != nil {
				t.Skip("explores tens of thousands of states; the full tests do")
			}
			subject, err := Protocol().Registered().Open(cases.Case{
				Config: json.RawMessage(c.set), Budget: c.budget, MayCrash: []int{0, 1, 2},
			})
			if err != nil {
				t.Fatal(err)
			}
			r, err := subject.Reach([]string{linearizable}, "", verify.ReachOptions{Workers: 1, UntilViolated: true})
			if err != nil {
				t.Fatal(err)
			}
			f, want := r.Results[0], map[bool]spec.Verdict{true: spec.Holds, false: spec.Violated}[c.length == 0]
			if f.Verdict != want || f.Length != c.length || r.States != c.states || r.Breach != "" ||
				c.length == 0 && r.Ended != checker.Complete {
				t.Errorf("%s, length %d, %d states, ended %s %s; want %s, %d, %d, complete\n%s",
					f.Verdict, f.Length, r.States, r.Ended, r.Breach, want, c.length, c.states, f.Path)
			}
		})
	}
}
