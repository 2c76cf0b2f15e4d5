package linearizability

import (
	"fmt"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/spec"
)

// did is one operation of a single client, and what it returns.
type did struct {
	in  spec.Body
	out any
}

// Each model does to one client at a time what its words say: no other output of any of these
// operations is one that Check or Monitor believes.
func TestModelsOneAtATime(t *testing.T) {
	yes, no := Success{true}, Success{false}
	cell := []did{{Read{}, Value{Nil}}, {Write{4}, Done{}}, {Read{}, Value{4}}, {Write{5}, Done{}}, {Read{}, Value{5}}}
	swaps := []did{
		{CompareAndSwap{5, 6}, no},
		{Write{5}, Done{}},
		{CompareAndSwap{4, 6}, no},
		{Read{}, Value{5}},
		{CompareAndSwap{5, 6}, yes},
		{Read{}, Value{6}},
		{CompareAndSwap{5, 6}, no},
		{Read{}, Value{6}},
	}
	var keyed []did
	for _, d := range swaps { // on one key, while another has what it had
		keyed = append(keyed, did{Keyed{"x", d.in}, d.out}, did{Keyed{"y", Read{}}, Value{Nil}})
	}
	for _, row := range []struct {
		model Model
		list  []did
	}{
		{Register(), cell},
		{CASRegister(), append(append([]did{}, cell...), did{Write{1}, Done{}}, did{CompareAndSwap{1, 2}, yes})},
		{CASRegister(), swaps},
		{Independent(CASRegister()), keyed},
		{Lock(), []did{
			{Release{1}, no},
			{Acquire{1}, yes},
			{Acquire{1}, no},
			{Acquire{2}, no},
			{Release{2}, no},
			{Acquire{3}, no},
			{Release{1}, yes},
			{Release{1}, no},
			{Acquire{2}, yes},
			{Release{1}, no},
			{Release{2}, yes},
			{Acquire{1}, yes},
		}},
		{Queue(), []did{
			{Dequeue{}, Value{Nil}},
			{Enqueue{1}, Done{}},
			{Enqueue{12}, Done{}},
			{Enqueue{3}, Done{}},
			{Dequeue{}, Value{1}},
			{Enqueue{-4}, Done{}},
			{Dequeue{}, Value{12}},
			{Dequeue{}, Value{3}},
			{Dequeue{}, Value{-4}},
			{Dequeue{}, Value{Nil}},
			{Dequeue{}, Value{Nil}},
		}},
		{KeyValue(), []did{
			{Get{"x"}, Text{""}},
			{Append{"x", "a"}, Done{}},
			{Get{"x"}, Text{"a"}},
			{Append{"x", "b"}, Done{}},
			{Get{"x"}, Text{"ab"}},
			{Get{"y"}, Text{""}},
			{Put{"y", "c"}, Done{}},
			{Get{"x"}, Text{"ab"}},
			{Put{"x", "d"}, Done{}},
			{Get{"x"}, Text{"d"}},
			{Get{"y"}, Text{"c"}},
		}},
	} {
		oneLies(t, row.model, row.list)
	}
}

// oneLies has none of the operations return something else, and then each in turn.
func oneLies(t *testing.T, model Model, list []did) {
	t.Helper()
	for n := -1; n < len(list); n++ {
		history := oneAtATime(list, n)
		want := spec.Holds
		if n >= 0 {
			want = spec.Violated
		}
		if r := Check(model, history, Budget{}); r.Verdict != want {
			t.Errorf("%s, operation %d lies: Check says %s of\n%s", model.Name, n, r.Verdict, history)
		}
		if why := watched(model, history).Violated(); (why == "") != (n < 0) {
			t.Errorf("%s, operation %d lies: the monitor says %q of\n%s", model.Name, n, why, history)
		}
	}
}

// oneAtATime is the history of a client whose operation of that number returns something else.
func oneAtATime(list []did, lies int) History {
	var r Recorder
	for i, d := range list {
		if i == lies {
			d.out = another(d.out)
		}
		r.Call(7, d.in, int64(2*i))
		r.Return(7, d.out, int64(2*i+1))
	}
	return r.History()
}

func another(out any) any {
	switch out := out.(type) {
	case Value:
		return Value{out.Value + 1}
	case Success:
		return Success{!out.OK}
	case Text:
		return Text{out.Value + "!"}
	}
	return Success{true} // of an operation that returns nothing
}

// watched is the monitor after a history.
func watched(m Model, h History) Monitor {
	var at Monitor
	for _, e := range h {
		at = sees(at, m, e)
	}
	return at
}

// broken returns the contract that a function breaks, and why; "" where it breaks none.
func broken(f func()) (text string) {
	defer func() {
		if b, ok := recover().(spec.Breach); ok {
			text = b.Contract + ": " + b.Why
		}
	}()
	f()
	return ""
}

// What a client cannot do is refused as its program's error, in a history and by the monitor.
func TestClientsAreSequential(t *testing.T) {
	call := Event{Kind: Called, Client: 1, In: Read{}}
	ret := Event{Kind: Returned, Client: 1, Out: Value{Nil}}
	gone, denied := Event{Kind: Crashed, Client: 1}, Event{Kind: Refused, Client: 1}
	other := Event{Kind: Called, Client: 2, In: Read{}}
	for _, row := range []struct {
		history History
		want    string // "" for nothing
	}{
		{History{call, ret, call, gone, call, denied, call}, ""},
		{History{call, other}, ""},
		{History{gone, gone}, ""},
		{History{call, call}, "before its last operation has returned"},
		{History{ret}, "returns nil from nothing"},
		{History{other, ret}, "from nothing"},
		{History{call, ret, ret}, "from nothing"},
		{History{call, gone, ret}, "from nothing"},
		{History{denied}, "is refused what it has not called"},
		{History{other, denied}, "is refused what it has not called"},
		{History{call, denied, denied}, "is refused what it has not called"},
	} {
		for by, f := range map[string]func(){
			"history": func() { row.history.Operations() },
			"monitor": func() { watched(Register(), row.history) },
		} {
			got := broken(f)
			if (got == "") != (row.want == "") || !strings.Contains(got, row.want) ||
				got != "" && !strings.HasPrefix(got, "SequentialClients: client 1") {
				t.Errorf("%s %v: %q, want %q", by, row.history, got, row.want)
			}
		}
	}
}

// From where nothing explains what was returned nothing more is known: whatever comes changes nothing.
func TestMonitorStaysViolated(t *testing.T) {
	m := Register()
	at := watched(m, oneAtATime([]did{{Read{}, Value{Nil}}}, 0))
	if at.Violated() == "" {
		t.Fatal("a lie is believed")
	}
	for name, next := range map[string]Monitor{
		"a call": at.Call(m, 1, Read{}), "a return": at.Return(m, 1, Value{3}),
		"a crash": at.Crash(m, 1), "a refusal": at.Refuse(m, 1),
	} {
		if next.Why != at.Why || len(next.Objects) > 0 {
			t.Errorf("after %s: %+v", name, next)
		}
	}
}

// An operation that no model knows is refused by each of them, and one without a key by those that have.
func TestUnknownOperations(t *testing.T) {
	for _, m := range []Model{Register(), CASRegister(), Lock(), Queue(), KeyValue(), Independent(Register())} {
		in := spec.Body(Acquire{1})
		if m.Name == "Lock" {
			in = Read{}
		}
		h := History{{Kind: Called, Client: 1, In: in}, {Kind: Returned, Client: 1, Out: Done{}}}
		want := m.Name + " has no operation " + in.Kind()
		if got := broken(func() { Check(m, h, Budget{}) }); !strings.Contains(got, want) {
			t.Errorf("%s takes %v: %q", m.Name, in, got)
		}
	}
	swap := History{{Kind: Called, Client: 1, In: CompareAndSwap{1, 2}}, {Kind: Returned, Client: 1, Out: Success{}}}
	if got := broken(func() { Check(Register(), swap, Budget{}) }); !strings.Contains(got, "Register") {
		t.Errorf("a register without swaps swaps: %q", got)
	}
	if got := broken(func() { Independent(KeyValue()) }); !strings.Contains(got, "has keys already") {
		t.Errorf("a model with keys is given keys: %q", got)
	}
}

// What only reads may be forgotten when its client crashes: the monitor then knows the same as if nothing
// had been called. What writes may not.
func TestMonitorForgetsLostReads(t *testing.T) {
	for _, row := range []struct {
		model Model
		in    spec.Body
		reads bool
	}{
		{Register(), Read{}, true},
		{Register(), Write{1}, false},
		{CASRegister(), Read{}, true},
		{CASRegister(), CompareAndSwap{Nil, 1}, false},
		{KeyValue(), Get{"x"}, true},
		{KeyValue(), Put{"x", "a"}, false},
		{KeyValue(), Append{"x", "a"}, false},
		{Independent(Register()), Keyed{"x", Read{}}, true},
		{Independent(Register()), Keyed{"x", Write{1}}, false},
		{Queue(), Enqueue{1}, false},
		{Queue(), Dequeue{}, false},
		{Lock(), Acquire{1}, false},
	} {
		at := watched(row.model, History{{Kind: Called, Client: 1, In: row.in}, {Kind: Crashed, Client: 1}})
		if forgotten := len(at.Objects) == 0; forgotten != row.reads {
			t.Errorf("%s: a lost %v is forgotten: %t (%+v)", row.model.Name, row.in, forgotten, at)
		}
	}
}

// Keys are judged each by itself: what one returned says nothing of another, for either judge.
func TestKeysAreApart(t *testing.T) {
	for n, lies := range []string{"", "x", "y", "z"} {
		var r Recorder
		for i, key := range []string{"x", "y", "z"} {
			r.Call(i, Keyed{key, Write{i + 5}}, int64(i))
			r.Return(i, Done{}, int64(i))
		}
		for i, key := range []string{"x", "y", "z"} {
			out := i + 5
			if key == lies {
				out = 5 + (i+1)%3 // what another key has
			}
			r.Call(i, Keyed{key, Read{}}, int64(i+3))
			r.Return(i, Value{out}, int64(i+3))
		}
		m := Independent(Register())
		result, why := Check(m, r.History(), Budget{}), watched(m, r.History()).Violated()
		if (result.Verdict == spec.Holds) != (n == 0) || (why == "") != (n == 0) {
			t.Errorf("key %q lies: %s, and the monitor says %q", lies, result.Verdict, why)
		}
		if n > 0 && (result.At == nil || fmt.Sprint(result.At.Client) != fmt.Sprint(n-1)) {
			t.Errorf("key %q lies: %+v is named", lies, result.At)
		}
	}
}
