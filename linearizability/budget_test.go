package linearizability

import (
	"strconv"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/spec"
)

// hard is a history of appends at the same time, each with its own text, and a read before the end
// of which no order explains: all of them are to be tried.
func hard(writers int, key string, r *Recorder, at int64) {
	for i := range writers {
		r.Call(i, Append{key, string(rune('a' + i))}, at)
	}
	for i := range writers {
		r.Return(i, Done{}, at+1)
	}
	r.Call(0, Get{key}, at+2)
	r.Return(0, Text{"?"}, at+3)
}

// What a budget does not suffice for is undecided, says why, and is so again and again.
func TestBudget(t *testing.T) {
	var r Recorder
	hard(8, "x", &r, 0)
	for _, c := range []struct {
		budget Budget
		want   spec.Verdict
		why    string
	}{
		{Budget{}, spec.Violated, `Get "x" by client 0, 2 to 3, returned "?", which no order explains`},
		{Budget{Steps: 1000}, spec.Undecided, `the budget of 1000 steps is used up among 9 operations on the key "x"`},
		{Budget{Steps: 15000}, spec.Undecided, `the budget of 15000 steps is used up`},
		{Budget{Memory: 10_000}, spec.Undecided, `the budget of 10000 bytes of memory is used up`},
		{Budget{Time: 1}, spec.Undecided, "the time of 1ns is over"},
	} {
		first := Check(KeyValue(), r.History(), c.budget)
		if first.Verdict != c.want || !strings.HasPrefix(first.Why, c.why) {
			t.Errorf("%+v: %+v", c.budget, first)
		}
		if c.budget.Steps > 0 && first.Steps != c.budget.Steps {
			t.Errorf("%+v: %d steps", c.budget, first.Steps)
		}
		if again := Check(KeyValue(), r.History(), c.budget); c.budget.Time == 0 &&
			(again.Why != first.Why || again.Steps != first.Steps || again.Memory != first.Memory) {
			t.Errorf("%+v: %+v, and then %+v", c.budget, first, again)
		}
	}
}

// What is remembered is counted once: which writes are done, and the last of them.
func TestMemory(t *testing.T) {
	var r Recorder
	for client := range 6 {
		r.Call(client, Write{client}, 0)
	}
	for client := range 6 {
		r.Return(client, Done{}, 1)
	}
	r.Call(0, Read{}, 2)
	r.Return(0, Value{Nil}, 3)
	const sets = 6 * 32 // for each write the sets of which it is the last
	each := int64(bytesRemembered + 8 + strconv.IntSize/8)
	if got := Check(Register(), r.History(), Budget{}); got.Memory != sets*each {
		t.Errorf("%d bytes, it must be %d of %d", got.Memory, sets, each)
	}
}

// A key that is wrong is found beside one that is too hard, and one that is too hard beside what
// holds is no pass.
func TestKeysInRounds(t *testing.T) {
	var r Recorder
	hard(12, "hard", &r, 0)
	r.Call(1, Get{"wrong"}, 5)
	r.Return(1, Text{"?"}, 5)
	budget := Budget{Steps: 30_000}
	if got := Check(KeyValue(), r.History(), budget); got.Verdict != spec.Violated || got.At.Client != 1 {
		t.Errorf("%+v", got)
	}
	r = Recorder{}
	hard(12, "hard", &r, 0)
	r.Call(1, Get{"right"}, 5)
	r.Return(1, Text{""}, 5)
	if got := Check(KeyValue(), r.History(), budget); got.Verdict != spec.Undecided {
		t.Errorf("%+v", got)
	}
	if got := Check(KeyValue(), nil, budget); got.Verdict != spec.Holds {
		t.Errorf("an empty history: %+v", got)
	}
}

// What is no history is refused, with what would be right.
func TestBreaches(t *testing.T) {
	var r Recorder
	r.Call(1, Read{}, 5)
	for _, c := range []struct {
		name, contract, why string
		do                  func()
	}{
		{"two calls", "SequentialClients", "before its last operation has returned", func() { r.Call(1, Read{}, 6) }},
		{"no call", "SequentialClients", "client 2 returns 3 from nothing", func() { r.Return(2, Value{3}, 6) }},
		{"no output", "SequentialClients", "give an output", func() { r.Return(1, nil, 6) }},
		{"a slice", "SequentialClients", "can be compared", func() { r.Return(1, []int{1}, 6) }},
		{"no input", "SequentialClients", "calls nothing", func() { r.Call(2, nil, 6) }},
		{"backwards", "HistoryOrder", "at 4, after what was at 5", func() { r.Crash(1, 4) }},
		{"a history", "SequentialClients", "from nothing", func() {
			Check(Register(), History{{Kind: Returned, Out: Done{}}}, Budget{})
		}},
		{"a monitor", "SequentialClients", "before its last", func() {
			Monitor{}.Call(Register(), 1, Read{}).Call(Register(), 1, Read{})
		}},
		{"another object", "KnownOperation", "Lock has no operation Read", func() {
			Check(Lock(), r.History(), Budget{})
		}},
		{"keys twice", "KnownOperation", "KeyValue has keys", func() { Independent(KeyValue()) }},
		{"reads that write", "ReadsOnly", "Register says that Write 1 only reads", func() {
			m := Register()
			m.Reads = func(spec.Body) bool { return true }
			Check(m, History{{In: Write{1}}, {Kind: Returned, Out: Done{}}}, Budget{})
		}},
	} {
		func() {
			defer func() {
				b, _ := recover().(spec.Breach)
				if b.Contract != c.contract || !strings.Contains(b.Why, c.why) {
					t.Errorf("%s: %v", c.name, b)
				}
			}()
			c.do()
		}()
	}
}
