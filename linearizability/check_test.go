package linearizability

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/spec"
)

func stale() History {
	var r Recorder
	r.Call(1, Write{3}, 1)
	r.Return(1, Done{}, 2)
	r.Call(2, Read{}, 3)
	r.Call(1, Write{4}, 3)
	r.Return(2, Value{Nil}, 4)
	return r.History()
}

// A read that comes too late for what it returned is named, and what it could have returned.
func TestReason(t *testing.T) {
	r := Check(Register(), stale(), Budget{})
	const want = "Read by client 2, 3 to 4, returned nil, which no order explains: it could only have returned 3 or 4"
	if r.Verdict != spec.Violated || r.Why != want || r.At == nil || r.At.Client != 2 {
		t.Errorf("%+v", r)
	}
}

// A page names operations and clients, has no HTML of others, and the same bytes each time.
func TestPage(t *testing.T) {
	var texts Recorder
	for client := range 5 {
		texts.Call(client+7, Append{[]string{"x", "y"}[client%2], "<b>"}, int64(client))
	}
	for client := range 5 {
		texts.Return(client+7, Done{}, 6)
	}
	texts.Call(7, Get{"x"}, 7)
	texts.Crash(7, 8)
	texts.Call(7, Get{"y"}, 9)
	texts.Return(7, Text{"?"}, 10)
	texts.Call(8, Put{"x", ""}, 10)
	var swaps Recorder // of which one at most can be, so there are as many orders
	for client := range 6 {
		swaps.Call(client, CompareAndSwap{Nil, client}, 0)
	}
	for client := range 6 {
		swaps.Return(client, Success{true}, 1)
	}
	for _, c := range []struct {
		name    string
		model   Model
		history History
		budget  Budget
		parts   []string
	}{
		{
			"a register", Register(), stale(),
			Budget{},
			[]string{"Write 4 → ?", "Read → nil", "could only have returned 3 or 4", "client 2: Read"},
		},
		{
			"texts", KeyValue(), texts.History(),
			Budget{},
			[]string{`client 7: Get \"x\" → ?`, `client 8: Put \"x\" \"\" → ?`, "violated", `\u0026lt;b\u0026gt;`},
		},
		{"swaps", CASRegister(), swaps.History(), Budget{}, []string{"CompareAndSwap nil 5 → true"}},
		{"undecided", KeyValue(), texts.History(), Budget{Steps: 3}, []string{"undecided", "3 steps is used up"}},
	} {
		first, err := Page(c.model, c.history, c.budget)
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			if again, _ := Page(c.model, c.history, c.budget); !bytes.Equal(first, again) {
				t.Fatalf("%s: another page", c.name)
			}
		}
		for _, part := range c.parts {
			if !bytes.Contains(first, []byte(part)) {
				t.Errorf("%s: no %q", c.name, part)
			}
		}
		states := regexp.MustCompile(`"StateDescription":"(\\.|[^"\\])*`).FindAllString(string(first), -1)
		if c.budget.Steps == 0 && len(states) == 0 || strings.Contains(strings.Join(states, ""), `\u003c`) {
			t.Errorf("%s: states %s", c.name, states)
		}
	}
}
