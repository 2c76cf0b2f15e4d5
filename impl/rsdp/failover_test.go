package rsdp

import (
	"slices"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// topology is a checked configuration of a failover topology.
func topology(t testing.TB, cfg words.FailoverConfig) words.FailoverConfig {
	t.Helper()
	cfg = cfg.WithDefaults()
	if err := cfg.Check(); err != nil {
		t.Fatal(err)
	}
	return cfg
}

// mutual is process 1 of four that check each other.
func mutual(t *testing.T, cfg words.FailoverConfig) *Failover {
	cfg.Nodes = 4
	return NewFailover(1, topology(t, cfg))
}

// observer is the one observer of three workers, 3.
func observer(t *testing.T, cfg words.FailoverConfig) *Failover {
	cfg.Nodes, cfg.Topology = 4, words.Observer
	return NewFailover(3, topology(t, cfg))
}

// observers is one of the observers 3, 4 and 5 of three workers.
func observers(t *testing.T, id spec.NodeID, cfg words.FailoverConfig) *Failover {
	cfg.Nodes, cfg.Topology, cfg.Watchers = 6, words.Observers, 3
	return NewFailover(id, topology(t, cfg))
}

// check is what a process does that checks others, by default every 10 s, and awaits answers for 1 s.
func check(targets ...int) []impl.Effect {
	list := effects(set(words.TimerProbe, 10*time.Second))
	for _, target := range spec.NewSet(targets...) {
		target := spec.NodeID(target)
		list = append(list, send(target, words.Probe{}), set(words.TimerAckOf(target), time.Second))
	}
	return list
}

func appoint(term int, leader spec.NodeID) impl.Effect {
	return impl.Effect{
		Kind: impl.Broadcast, To: spec.None, Topic: words.TopicAll, Body: words.Appoint{Term: term, Leader: leader},
	}
}

// answered is the Ack of a process.
func answered(by spec.NodeID) handled {
	return handled{"an answer", delivered(by, words.Ack{}), effects(stop(words.TimerAckOf(by)))}
}

// Who is there at the beginning, and who acts.
func TestTopologies(t *testing.T) {
	for _, row := range []struct {
		cfg     words.FailoverConfig
		on      spec.Set
		leader  spec.NodeID
		acting  spec.Set
		members words.View
	}{
		{
			words.FailoverConfig{Config: words.Config{Nodes: 3}},
			spec.Set{0, 1, 2},
			spec.None,
			spec.Set{2},
			seen(2, 0, 1, 2),
		},
		{
			words.FailoverConfig{Config: words.Config{Nodes: 3}, Topology: words.Observer},
			nil, 1,
			spec.Set{1},
			nobody,
		},
		{
			words.FailoverConfig{Config: words.Config{Nodes: 5}, Topology: words.Observers, Watchers: 3},
			spec.Set{2, 3, 4},
			1,
			spec.Set{1},
			seen(4, 2, 3, 4),
		},
		{
			words.FailoverConfig{
				Config: words.Config{Nodes: 4, Addresses: []int{9, 8, 7, 6}}, Topology: words.Observers, Watchers: 2,
			},
			spec.Set{2, 3},
			0,
			spec.Set{0},
			seen(2, 3, 2),
		},
	} {
		cfg := topology(t, row.cfg)
		var on, acting spec.Set
		for id := range spec.NodeID(cfg.Nodes) {
			n := NewFailover(id, cfg)
			s := n.State().(*FailoverState)
			if s.Leader != row.leader || s.Term != 0 {
				t.Errorf("%d begins with leader %s in term %d", id, s.Leader, s.Term)
			}
			if n.Acts() {
				acting = append(acting, id)
			}
			if s.Replica.On {
				on = append(on, id)
				same(t, "view", row.members, s.Replica.View(0))
			} else {
				same(t, "no view", nobody, s.Replica.View(0))
			}
		}
		if !on.Equal(row.on) || !acting.Equal(row.acting) {
			t.Errorf("%s: replicas %s and acting %s, want %s and %s", cfg.Topology, on, acting, row.on, row.acting)
		}
	}
}

// A worker is no replica, even if a view is given for it.
func TestWorkersAreNoReplicas(t *testing.T) {
	cfg := topology(t, words.FailoverConfig{
		Config: words.Config{Nodes: 3, Views: settled(3)}, Topology: words.Observers, Watchers: 2,
	})
	if NewFailover(0, cfg).state.Replica.On || !NewFailover(1, cfg).state.Replica.On {
		t.Error("a worker is a replica, or an observer is none")
	}
}

// The first checks of K processes are h/K apart, or at one time.
func TestPhases(t *testing.T) {
	for _, row := range []struct {
		cfg  words.FailoverConfig
		want []time.Duration
	}{
		{words.FailoverConfig{Config: words.Config{Nodes: 3}, ProbeMS: 9000}, []time.Duration{3000, 6000, 9000}},
		{
			words.FailoverConfig{Config: words.Config{Nodes: 3}, ProbeMS: 9000, EqualPhases: true},
			[]time.Duration{9000, 9000, 9000},
		},
		{words.FailoverConfig{Config: words.Config{Nodes: 3}, Topology: words.Observer}, []time.Duration{0, 0, 10000}},
		{
			words.FailoverConfig{Config: words.Config{Nodes: 4}, Topology: words.Observers, Watchers: 2},
			[]time.Duration{0, 0, 5000, 10000},
		},
	} {
		cfg := topology(t, row.cfg)
		for id, after := range row.want {
			want := effects(set(words.TimerProbe, after*time.Millisecond))
			if after == 0 {
				want = nil
			}
			handle(t, NewFailover(spec.NodeID(id), cfg), handled{"boot", booted(), want})
		}
	}
	synced := topology(t, words.FailoverConfig{
		Config: words.Config{Nodes: 3, SyncMS: 7000}, Topology: words.Observers, Watchers: 1,
	})
	handle(t, NewFailover(1, synced), handled{"a worker boots", booted(), nil})
	handle(t, NewFailover(2, synced), handled{"an observer boots", booted(), effects(
		set(words.TimerSync, 7*time.Second), set(words.TimerProbe, 10*time.Second),
	)})
}

// Everybody answers a health check, in any state.
func TestEverybodyAnswers(t *testing.T) {
	n := NewFailover(0, topology(t, words.FailoverConfig{Config: words.Config{Nodes: 3}, Topology: words.Observer}))
	handle(t, n, handled{"a check", delivered(2, words.Probe{}), effects(send(2, words.Ack{}))})
}

// T1: all members are checked, but those whose answer is awaited; who finds one dead begins a session,
// and its outcome says who is checked.
func TestMutual(t *testing.T) {
	n := mutual(t, words.FailoverConfig{})
	handle(t, n, []handled{
		{"a check", fired(words.TimerProbe), check(0, 2, 3)},
		answered(0),
		{"the next", fired(words.TimerProbe), check(0)},
		{"3 does not answer", fired(words.TimerAckOf(3)), debate(0, 1)},
		{"nor does 2, but a session goes on", fired(words.TimerAckOf(2)), nil},
		{"the own answer", delivered(1, status(0, 1, 0)), nil},
		{"0's", delivered(0, status(0, 1, 0)), nil},
		{"the end", fired(words.TimerStatus), effects(broadcast(share(seen(1, 0, 1))))},
	}...)
	if n.Acts() {
		t.Error("it acts before anything is shared")
	}
	handle(t, n, []handled{
		{"the share", delivered(1, share(seen(1, 0, 1))), window()},
		{"a check before the window ends", fired(words.TimerProbe), check(2, 3)},
		{"2 does not answer, but what was shared is not taken yet", fired(words.TimerAckOf(2)), nil},
		{"the window ends", fired(words.TimerShare), nil},
		{"3 is no member", fired(words.TimerAckOf(3)), nil},
		answered(0),
		{"a check", fired(words.TimerProbe), check(0)},
	}...)
	if !n.Acts() {
		t.Error("it does not act")
	}
	same(t, "suspects", make([]bool, 4), n.state.Suspects)
}

// A session that is needed while one goes on waits for it, where that is said.
func TestMutualWaits(t *testing.T) {
	cfg := words.FailoverConfig{}
	cfg.Interpretations = spec.SetOf[words.Interpretation]{words.ResyncWaits}
	handle(t, mutual(t, cfg), []handled{
		{"a check", fired(words.TimerProbe), check(0, 2, 3)},
		{"3 does not answer", fired(words.TimerAckOf(3)), debate(0, 1)},
		{"nor does 2", fired(words.TimerAckOf(2)), nil},
		{"the end", fired(words.TimerStatus), debate(0, 2)},
	}...)
}

// Where the leader alone is checked it does not check itself.
func TestLeaderOnly(t *testing.T) {
	cfg := words.FailoverConfig{LeaderOnly: true}
	handle(t, mutual(t, cfg), handled{"a check", fired(words.TimerProbe), check(3)})
	cfg.Nodes = 4
	handle(t, NewFailover(3, topology(t, cfg)), handled{"the leader's", fired(words.TimerProbe), check()})
	handle(t, observers(t, 4, words.FailoverConfig{LeaderOnly: true}),
		handled{"an observer's", fired(words.TimerProbe), check(2)})
}

// T2: the observer appoints the greatest worker who is not suspected, and suspects who does not answer
// until it does.
func TestObserver(t *testing.T) {
	n := observer(t, words.FailoverConfig{})
	handle(t, n, []handled{
		{"a check", fired(words.TimerProbe), check(0, 1, 2)},
		{"1 does not answer", fired(words.TimerAckOf(1)), nil},
		{"nor does the leader", fired(words.TimerAckOf(2)), effects(appoint(1, 0))},
		{"its own word", delivered(3, words.Appoint{Term: 1, Leader: 0}), nil},
		{"1 answers late", delivered(1, words.Ack{}), effects(stop(words.TimerAckOf(1)))},
		{"nor does 0", fired(words.TimerAckOf(0)), effects(appoint(2, 1))},
		{"a check", fired(words.TimerProbe), check(0, 1, 2)},
		{"2 answers", delivered(2, words.Ack{}), effects(stop(words.TimerAckOf(2)))},
		{"1 does not", fired(words.TimerAckOf(1)), effects(appoint(3, 2))},
		{"0 does not", fired(words.TimerAckOf(0)), nil},
		{"a check", fired(words.TimerProbe), check(0, 1, 2)},
		{"nor does 2", fired(words.TimerAckOf(2)), nil}, // there is nobody left
	}...)
	same(t, "suspects", []bool{true, true, true, false}, n.state.Suspects)
	if n.state.Leader != 2 || n.state.Term != 3 {
		t.Errorf("%s leads in term %d", n.state.Leader, n.state.Term)
	}
}

// An appointment is taken by everybody who knows of none that is later.
func TestAppointments(t *testing.T) {
	n := NewFailover(0, topology(t, words.FailoverConfig{Config: words.Config{Nodes: 4}, Topology: words.Observer}))
	for _, row := range []struct {
		body   words.Appoint
		leader spec.NodeID
		term   int
	}{
		{words.Appoint{Term: 2, Leader: 0}, 0, 2},
		{words.Appoint{Term: 2, Leader: 1}, 1, 2}, // two observers that did not know of each other
		{words.Appoint{Term: 2, Leader: 0}, 1, 2},
		{words.Appoint{Term: 1, Leader: 2}, 1, 2},
		{words.Appoint{Term: 3, Leader: 0}, 0, 3},
	} {
		handle(t, n, handled{"an appointment", delivered(3, row.body), nil})
		if n.state.Leader != row.leader || n.state.Term != row.term || n.Acts() != (row.leader == 0) {
			t.Errorf("after %v it has %s in term %d", row.body, n.state.Leader, n.state.Term)
		}
	}
}

// T3: who finds the leader dead begins a session; when a batch has been taken the leader of the observers
// appoints, but not while a session of its own goes on, or once the dead one has answered.
func TestObservers(t *testing.T) {
	agreed := delivered(4, share(seen(5, 3, 4, 5)))
	follower, leader := observers(t, 3, words.FailoverConfig{}), observers(t, 5, words.FailoverConfig{})
	for _, n := range []*Failover{follower, leader} {
		handle(t, n, []handled{
			{"a check", fired(words.TimerProbe), check(0, 1, 2)},
			{"1 does not answer", fired(words.TimerAckOf(1)), nil},
			{"nor does the leader", fired(words.TimerAckOf(2)), debate(0, 1)},
			answered(0),
			{"a check in the session", fired(words.TimerProbe), check(0, 1, 2)},
			{"another has agreed", agreed, window()},
			{"the window ends in the session", fired(words.TimerShare), nil},
		}...)
	}
	handle(t, follower, handled{"the end", fired(words.TimerStatus), nil})
	handle(t, leader, []handled{
		{"the end", fired(words.TimerStatus), effects(appoint(1, 0))},
		{"it answers after all", delivered(2, words.Ack{}), effects(stop(words.TimerAckOf(2)))},
		{"another has agreed", agreed, window()},
		{"the window ends", fired(words.TimerShare), nil},
		{"the next check", fired(words.TimerProbe), check(2)},
	}...)
	handle(t, follower, handled{"an appointment", delivered(5, words.Appoint{Term: 1, Leader: 0}), nil})
	if follower.state.Leader != 0 || leader.state.Leader != 0 || leader.Acts() {
		t.Errorf("%s and %s lead", follower.state.Leader, leader.state.Leader)
	}
	handle(t, leader, handled{"the session of another", delivered(3, hello(0, 1)), effects(send(3, status(0, 1, 0)))})
}

// A resynchronisation is told to replicas alone.
func TestFailoverResync(t *testing.T) {
	cfg := words.FailoverConfig{
		Config: words.Config{Nodes: 3, Resyncers: spec.Set{0, 2}, Resyncs: 1}, Topology: words.Observers, Watchers: 1,
	}
	handle(t, NewFailover(0, topology(t, cfg)), handled{"a worker", told(words.Resync{}), nil})
	handle(t, NewFailover(2, topology(t, cfg)), handled{"an observer", told(words.Resync{}), debate(0, 1)})
}

// What is seen of a state stays as it was.
func TestFailoverArraysAreReplaced(t *testing.T) {
	n := observer(t, words.FailoverConfig{})
	before := n.state
	for _, ev := range []impl.Event{fired(words.TimerProbe), fired(words.TimerAckOf(1))} {
		n.Step(ev, impl.NewEffects(nil))
	}
	if slices.Contains(before.Asked, true) || slices.Contains(before.Suspects, true) {
		t.Errorf("an earlier state has become %+v", before)
	}
	same(t, "asked", []bool{true, false, true, false}, n.state.Asked)
	same(t, "suspects", []bool{false, true, false, false}, n.state.Suspects)
}
