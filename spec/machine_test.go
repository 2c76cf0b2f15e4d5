package spec

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/internal/codec"
)

// hello and all are what the processes of the test protocol say.
type (
	hello  struct{ N int }
	all    struct{}
	begin  struct{}
	stored struct{ N int }
)

func (hello) Kind() string { return "Hello" }
func (all) Kind() string   { return "All" }
func (begin) Kind() string { return "Begin" }

func init() {
	for _, v := range []any{hello{}, all{}, begin{}, stored{}} {
		codec.Register(v)
	}
}

// three are three processes.
func three(failures Failures) Cluster { return Cluster{Nodes: 3, Failures: failures} }

// talk is a protocol of three processes with one handler of three effects: told
// to begin, process 0 saves, sends to 1 and multicasts.
func talk() Handlers[int] {
	return Handlers[int]{
		Fresh: func(NodeID) int { return 0 },
		Handle: func(local int, disk any, a Action) []Outcome[int] {
			switch {
			case a.Name == "Begin":
				return []Outcome[int]{{
					Local:   1,
					Effects: []Effect{SaveRecord(stored{7}), SendTo(1, hello{1}), MulticastAll(all{})},
					Arm:     NewSet[Timer]("T"),
				}}
			case a.Name == Recover:
				if s, ok := disk.(stored); ok {
					local = s.N
				}
			}
			return []Outcome[int]{{Local: local}}
		},
		Inputs: func(at NodeID, local int, _ Set) []Body {
			if at == 0 && local == 0 {
				return []Body{begin{}}
			}
			return nil
		},
	}
}

func only(m Model[State[int]]) State[int] {
	return slices.Collect(m.Init())[0]
}

// names returns the enabled actions, each once, sorted.
func names(m Model[State[int]], s State[int]) string {
	set := NewSet[string]()
	for a := range m.Actions(s) {
		set = set.With(a.Name)
	}
	return strings.Join(set, " ")
}

// does carries out the one enabled action with that name, process and cut.
func does(t *testing.T, m Model[State[int]], s State[int], name string, at NodeID, cut int) State[int] {
	t.Helper()
	for a := range m.Actions(s) {
		if a.Name == name && a.At == at && a.Cut == cut {
			next, ok := m.Do(s, a)
			if !ok {
				t.Fatalf("%s is offered and refused", a)
			}
			return next
		}
	}
	t.Fatalf("%s at %s is not offered, but %s", name, at, names(m, s))
	return s
}

func flying(s State[int]) string {
	var texts []string
	for _, m := range s.Flight {
		texts = append(texts, m.Body.Kind()+m.From.String()+m.To.String())
	}
	return strings.Join(texts, " ")
}

func TestHandlerRun(t *testing.T) {
	m := Of(three(CrashStop), talk())
	s := only(m)
	if got := names(m, s); got != "Begin Crash CrashInBegin" {
		t.Errorf("enabled at first: %s", got)
	}
	before := codec.Key(s)
	next := does(t, m, s, "Begin", 0, 0)
	if codec.Key(s) != before {
		t.Error("Do changed the state that it was given")
	}
	if got := flying(next); got != "All00 All01 Hello01 All02" {
		t.Errorf("in flight: %s", got)
	}
	if next.Disk[0] != (stored{7}) || !next.Timers[0].Has("T") || next.Nodes[0] != 1 {
		t.Errorf("disk %v, timers %v, local %d", next.Disk[0], next.Timers[0], next.Nodes[0])
	}
	want := "Crash CrashInBegin DeliverAll DeliverHello DropHello DuplicateAll DuplicateHello PrematureT"
	if got := names(m, next); got != strings.Replace(want, " CrashInBegin", "", 1) {
		t.Errorf("enabled afterwards: %s", got)
	}
}

func TestCrashInsideAHandler(t *testing.T) {
	cases := []struct {
		failures Failures
		cut      int
		flight   string
		disk     any
	}{
		{MessagesWait, 0, "", nil},
		{MessagesWait, 1, "", stored{7}},
		{MessagesWait, 2, "Hello01", stored{7}},
		{CrashStop, 2, "Hello01", stored{7}},
		{MessagesVanish, 2, "Hello01", stored{7}},
	}
	for _, c := range cases {
		m := Of(three(c.failures), talk())
		s := does(t, m, only(m), "CrashInBegin", 0, c.cut)
		if flying(s) != c.flight || s.Disk[0] != c.disk || s.Alive.Has(0) || len(s.Timers[0]) > 0 {
			t.Errorf("cut %d: in flight %q, disk %v, alive %s; want %q, %v, not 0",
				c.cut, flying(s), s.Disk[0], s.Alive, c.flight, c.disk)
		}
	}
}

func TestCrashTakesTheInbox(t *testing.T) {
	for _, failures := range []Failures{CrashStop, MessagesVanish} {
		m := Of(three(failures), talk())
		s := does(t, m, only(m), "Begin", 0, 0)
		s = does(t, m, s, Crash, 1, 0)
		if got := flying(s); got != "All00 All02" {
			t.Errorf("%s: in flight after the receiver's crash: %s", failures, got)
		}
		s = does(t, m, only(m), Crash, 1, 0)
		s = does(t, m, s, "Begin", 0, 0)
		if got := flying(s); got != "All00 All02" {
			t.Errorf("%s: in flight after sending to a crashed process: %s", failures, got)
		}
	}
}

// Under MessagesVanish a process finds nothing of its earlier life but what it sent and saved.
func TestCopiesVanish(t *testing.T) {
	m := Of(three(MessagesVanish), talk())
	s := does(t, m, only(m), "Begin", 0, 0)
	s = does(t, m, s, Crash, 0, 0)
	if got := names(m, s); got != "Crash DeliverAll DeliverHello DropHello DuplicateAll DuplicateHello Recover" {
		t.Errorf("with 0 down: %s", got)
	}
	s = does(t, m, s, Recover, 0, 0)
	if got := flying(s); got != "All01 Hello01 All02" || s.Nodes[0] != 7 {
		t.Errorf("recovered with %d and %s in flight; want what the disk says, 7", s.Nodes[0], got)
	}
}

// A process that has not had its first event does nothing else but crash, and what it is sent
// waits. Recovering is no first event.
func TestBoot(t *testing.T) {
	c, h := three(MessagesWait), talk()
	c.Boots = true
	h.Handle = func(local int, disk any, a Action) []Outcome[int] {
		if a.Name == Boot {
			return []Outcome[int]{{Local: 3, Effects: []Effect{SendTo(1, hello{})}}}
		}
		return talk().Handle(local, disk, a)
	}
	m := Of(c, h)
	s := only(m)
	if got := names(m, s); got != "Boot Crash CrashInBoot" || s.Quiescent() {
		t.Errorf("enabled at first: %s; quiescent %t", got, s.Quiescent())
	}
	s = does(t, m, s, Boot, 0, 0)
	if got := names(m, s); got != "Boot Crash CrashInBoot DropHello DuplicateHello" || s.Nodes[0] != 3 {
		t.Errorf("enabled when 0 has booted: %s; local %d", got, s.Nodes[0])
	}
	if got := names(m, does(t, m, s, Boot, 1, 0)); !strings.Contains(got, "DeliverHello") {
		t.Errorf("enabled when 1 has booted too: %s", got)
	}
	s = does(t, m, s, Crash, 1, 0)
	if got := names(m, s); !strings.Contains(got, "LoseHello Recover") || s.Unbooted.Has(1) {
		t.Errorf("enabled when 1 has crashed before it booted: %s", got)
	}
}

func TestCrashRecoveryKeepsTheInbox(t *testing.T) {
	m := Of(three(MessagesWait), talk())
	s := does(t, m, only(m), "Begin", 0, 0)
	s = does(t, m, s, Crash, 0, 0)
	s = does(t, m, s, Crash, 1, 0)
	s = does(t, m, s, "DeliverAll", 2, 0)
	if got := names(m, s); got != "Crash LoseAll LoseHello Recover" {
		t.Errorf("with 0 and 1 down: %s", got)
	}
	s = does(t, m, s, Recover, 0, 0)
	if s.Nodes[0] != 7 || !s.Alive.Has(0) {
		t.Errorf("recovered with %d, alive %s; want what the disk says, 7", s.Nodes[0], s.Alive)
	}
}

func TestTimersAreFairOnlyWhenCalm(t *testing.T) {
	m := Of(three(MessagesWait), talk())
	s := does(t, m, only(m), "Begin", 0, 0)
	for _, step := range []struct {
		name string
		at   NodeID
	}{{"DeliverAll", 0}, {"DeliverAll", 1}, {"DeliverAll", 2}} {
		s = does(t, m, s, step.name, step.at, 0)
	}
	if !strings.Contains(names(m, s), "PrematureT") {
		t.Error("with a copy in flight to a live process the timer's firing must be premature")
	}
	s = does(t, m, s, Crash, 1, 0) // the last copy waits for a process that is down
	s = does(t, m, s, "TimeoutT", 0, 0)
	if len(s.Timers[0]) > 0 {
		t.Error("a timer that fired is still armed")
	}
}

func TestDuplicateAndDrop(t *testing.T) {
	m := Of(three(CrashStop), talk())
	s := does(t, m, only(m), "Begin", 0, 0)
	s = does(t, m, s, "DuplicateHello", 1, 0)
	if got := flying(s); got != "All00 All01 Hello01 Hello01 All02" {
		t.Errorf("after a duplicate: %s", got)
	}
	s = does(t, m, s, "DropHello", 1, 0)
	s = does(t, m, s, "DropHello", 1, 0)
	if got := flying(s); got != "All00 All01 All02" {
		t.Errorf("after two drops: %s", got)
	}
}

func TestBudget(t *testing.T) {
	b := Budget{
		Lines:    []Line{{Name: "crash", Counts: []string{Crash}, Most: 1}, {Name: "drop", Counts: []string{"Drop*"}}},
		MayCrash: NewSet[NodeID](1),
	}
	m := Bounded(Of(three(CrashStop), talk()), b)
	s := slices.Collect(m.Init())[0]
	step := func(name string, at NodeID) {
		t.Helper()
		next, ok := m.Do(s, Action{Name: name, At: at, Msg: told(name, at)})
		if !ok {
			t.Fatalf("%s at %s is refused", name, at)
		}
		s = next
	}
	step("Begin", 0)
	offered := NewSet[string]()
	for a := range m.Actions(s) {
		offered = offered.With(a.Name + a.At.String())
	}
	want := NewSet("Crash1", "DeliverAll0", "DeliverAll1", "DeliverAll2", "DeliverHello1")
	if d := cmp.Diff(want, offered); d != "" {
		t.Errorf("offered (-want +got):\n%s", d)
	}
	step(Crash, 1)
	if _, ok := m.Do(s, Action{Name: Crash, At: 1}); ok || s.Spent[0] != 1 {
		t.Errorf("spent %v, want one crash and no other", s.Spent)
	}
	if gone := []int{3, 5}; b.SpentOn("drop", gone) != 5 || b.SpentOn("none", gone) != 0 {
		t.Error("SpentOn must read the line of that name")
	}
	if b.Forbids(Crash) || !b.Forbids("DropHello") || !b.Forbids("DuplicateAll") || b.Forbids("DeliverAll") {
		t.Error("Forbids must name the drops and the duplicates alone")
	}
}

func told(name string, at NodeID) Message {
	if name != "Begin" {
		return Message{}
	}
	return Message{From: Environment, To: at, Body: begin{}}
}

func TestExhausted(t *testing.T) {
	b := Budget{Lines: []Line{{Name: "begin", Counts: []string{"Begin"}}}}
	m := Of(three(CrashStop), talk())
	if !Exhausted(m, b, Spent[State[int]]{only(m), []int{0}}) {
		t.Error("a fair action without room in the budget must count as exhausted")
	}
	b.Lines[0].Most = 1
	if Exhausted(m, b, Spent[State[int]]{only(m), []int{0}}) {
		t.Error("there is room for all")
	}
}

func TestSubsets(t *testing.T) {
	var got []string
	for s := range NewSet(3, 1, 2).Subsets(2) {
		got = append(got, s.String())
	}
	if d := cmp.Diff([]string{"{1,2}", "{1,3}", "{2,3}"}, got); d != "" {
		t.Errorf("subsets of two (-want +got):\n%s", d)
	}
	for k, want := range map[int]int{-1: 0, 0: 1, 3: 1, 4: 0} {
		if n := len(slices.Collect(NewSet(1, 2, 3).Subsets(k))); n != want {
			t.Errorf("%d subsets of %d, want %d", n, k, want)
		}
	}
}

func TestNamesOfFaults(t *testing.T) {
	for name, want := range map[string][2]bool{ // fault, fair
		"DeliverQuery": {false, true}, "TimeoutCollect": {false, true}, "Purge": {false, true},
		"PrematureCollect": {true, false}, "DropQuery": {true, false}, "DuplicateLeader": {true, false},
		"Crash": {true, false}, "CrashInDeliverAsk": {true, false},
		"LoseAsk": {false, false}, "Recover": {false, false},
	} {
		if c := ClassOf(name); c.IsFault() != want[0] || c.IsFair() != want[1] {
			t.Errorf("%s: fault %t, fair %t; want %v", name, c.IsFault(), c.IsFair(), want)
		}
	}
}

// What happens at nobody does not happen, though nobody is up, and who is not up may recover.
func TestNobodyActs(t *testing.T) {
	for _, a := range []Action{{Name: "Begin", At: None}, {Name: Recover, At: None}, {Name: Recover, At: 3}} {
		m := Of(three(MessagesVanish), talk())
		if _, ok := m.Do(only(m), a); ok {
			t.Errorf("%s happens among three", a)
		}
	}
}
