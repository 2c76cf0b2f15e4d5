package explore_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/explore"
	"github.com/scrutineer-go/scrutineer/internal/faultstest"
	"github.com/scrutineer-go/scrutineer/spec"
)

func cluster(
	failures spec.Failures, step func(*faultstest.Talker, impl.Event, *impl.Effects),
) spec.Model[explore.Global] {
	return explore.Model(network.Cluster{
		Nodes:    3,
		Failures: failures,
		New:      func(id spec.NodeID) impl.Node { return &faultstest.Talker{ID: id, Kicked: step} },
		Inputs: func(at spec.NodeID, state any, _ spec.Set) []spec.Body {
			if at == 0 && state.(*faultstest.TalkerState).N == 0 {
				return []spec.Body{faultstest.Kick{}}
			}
			return nil
		},
	})
}

func names(m spec.Model[explore.Global], s explore.Global) string {
	set := spec.NewSet[string]()
	for a := range m.Actions(s) {
		set = set.With(a.Name)
	}
	return strings.Join(set, " ")
}

// does carries out the first enabled action of that name, process and cut.
func does(
	t *testing.T, m spec.Model[explore.Global], s explore.Global, name string, at spec.NodeID, cut int,
) explore.Global {
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

func flying(s explore.Global) string {
	var texts []string
	for _, p := range s.Procs {
		for _, c := range p.Inbox {
			texts = append(texts, strings.Repeat(c.Msg.Body.Kind()+c.Msg.To.String()+" ", c.Count))
		}
	}
	return strings.TrimSpace(strings.Join(texts, ""))
}

func TestHandlerRun(t *testing.T) {
	m := cluster(spec.CrashStop, nil)
	s := faultstest.Initial(m)
	if got := names(m, s); got != "Crash CrashInKick Kick" {
		t.Errorf("enabled at first: %s", got)
	}
	before := codec.Key(s)
	next := does(t, m, s, "Kick", 0, 0)
	if codec.Key(s) != before {
		t.Error("Do changed the state that it was given")
	}
	if got := flying(next); got != "News0 News1 Ping1 News2" {
		t.Errorf("in flight: %s", got)
	}
	if p := next.Procs[0]; p.Saved() != (faultstest.Saved{N: 7}) || !p.Armed.Has("T") {
		t.Errorf("disk %v, timers %v", p.Saved(), p.Armed)
	}
	want := "Crash DeliverNews DeliverPing DropPing DuplicateNews DuplicatePing PrematureT"
	if got := names(m, next); got != want {
		t.Errorf("enabled afterwards: %s, want %s", got, want)
	}
}

func TestCrashInsideAHandler(t *testing.T) {
	for cut, want := range []struct {
		flight string
		disk   any
	}{{"", nil}, {"", faultstest.Saved{N: 7}}, {"Ping1", faultstest.Saved{N: 7}}} {
		m := cluster(spec.MessagesWait, nil)
		s := does(t, m, faultstest.Initial(m), "CrashInKick", 0, cut)
		if p := s.Procs[0]; flying(s) != want.flight || p.Saved() != want.disk || p.Up || len(p.Armed) > 0 {
			t.Errorf("cut %d: in flight %q, disk %v, up %t, timers %v", cut, flying(s), p.Saved(), p.Up, p.Armed)
		}
	}
}

func TestCrashes(t *testing.T) {
	for _, failures := range []spec.Failures{spec.CrashStop, spec.MessagesVanish} {
		m := cluster(failures, nil)
		s := does(t, m, does(t, m, faultstest.Initial(m), "Kick", 0, 0), spec.Crash, 1, 0)
		if got := flying(s); got != "News0 News2" {
			t.Errorf("%s left in flight: %s", failures, got)
		}
		s = does(t, m, does(t, m, faultstest.Initial(m), spec.Crash, 1, 0), "Kick", 0, 0)
		if got := flying(s); got != "News0 News2" {
			t.Errorf("%s let in: %s", failures, got)
		}
		if got := strings.Contains(names(m, s), spec.Recover); got != failures.Recovers() {
			t.Errorf("%s: recovers %t", failures, got)
		}
	}
	recovery := cluster(spec.MessagesWait, nil)
	s := does(t, recovery, does(t, recovery, faultstest.Initial(recovery), "Kick", 0, 0), spec.Crash, 1, 0)
	if got := flying(s); got != "News0 News1 Ping1 News2" {
		t.Errorf("crash-recovery left in flight: %s", got)
	}
	s = does(t, recovery, s, spec.Crash, 0, 0)
	s = does(t, recovery, s, "LosePing", 1, 0)
	s = does(t, recovery, s, spec.Recover, 0, 0)
	var back faultstest.TalkerState
	s.Procs[0].Load(&back)
	if back.N != 7 || flying(s) != "News0 News1 News2" {
		t.Errorf("recovered with %d and %s in flight; want what the disk says, 7", back.N, flying(s))
	}
}

func TestTimersAreFairOnlyWhenCalm(t *testing.T) {
	m := cluster(spec.MessagesWait, nil)
	s := does(t, m, faultstest.Initial(m), "Kick", 0, 0)
	for at := range 3 {
		s = does(t, m, s, "DeliverNews", spec.NodeID(at), 0)
	}
	if !strings.Contains(names(m, s), "PrematureT") {
		t.Error("with a copy in flight to a live process the timer's firing must be premature")
	}
	s = does(t, m, does(t, m, s, spec.Crash, 1, 0), "TimeoutT", 0, 0)
	if len(s.Procs[0].Armed) > 0 {
		t.Error("a timer that fired is still armed")
	}
}

func TestEveryPickIsABranch(t *testing.T) {
	m := cluster(spec.CrashStop, func(n *faultstest.Talker, _ impl.Event, out *impl.Effects) {
		for _, to := range out.Pick("test", spec.AllNodes(3), 2) {
			out.Send(to, faultstest.Ping{})
		}
	})
	var picks []string
	for a := range m.Actions(faultstest.Initial(m)) {
		if a.Name == "Kick" {
			next, ok := m.Do(faultstest.Initial(m), a)
			if !ok {
				t.Fatalf("%s is offered and refused", a)
			}
			picks = append(picks, a.Pick.String()+" "+flying(next))
		}
	}
	want := []string{"{0,1} Ping0 Ping1", "{0,2} Ping0 Ping2", "{1,2} Ping1 Ping2"}
	if !slices.Equal(picks, want) {
		t.Errorf("branches %q, want %q", picks, want)
	}
	kick := spec.Action{Name: "Kick", Msg: spec.Message{From: spec.Environment, Body: faultstest.Kick{}}}
	for _, pick := range []spec.Set{nil, {0}, {0, 1, 2}} {
		kick.Pick = pick
		if _, ok := m.Do(faultstest.Initial(m), kick); ok {
			t.Errorf("the handler wants two of three and got %s", pick)
		}
	}
}

// An exploration knows no weights: it branches as for a pick from the members that have one.
func TestEveryPickByWeightIsABranch(t *testing.T) {
	m := cluster(spec.CrashStop, func(n *faultstest.Talker, _ impl.Event, out *impl.Effects) {
		for _, to := range out.PickBy("test", spec.AllNodes(3), 1, []int{1, 0, 1_000_000}) {
			out.Send(to, faultstest.Ping{})
		}
	})
	var picks []string
	for a := range m.Actions(faultstest.Initial(m)) {
		if a.Name == "Kick" {
			next, ok := m.Do(faultstest.Initial(m), a)
			if !ok {
				t.Fatalf("%s is offered and refused", a)
			}
			picks = append(picks, a.Pick.String()+" "+flying(next))
		}
	}
	if want := []string{"{0} Ping0", "{2} Ping2"}; !slices.Equal(picks, want) {
		t.Errorf("branches %q, want %q", picks, want)
	}
	kick := spec.Action{Name: "Kick", Msg: spec.Message{From: spec.Environment, Body: faultstest.Kick{}}}
	kick.Pick = spec.Set{1}
	if _, ok := m.Do(faultstest.Initial(m), kick); ok {
		t.Error("a member of weight 0 was picked")
	}
}

func TestBreaches(t *testing.T) {
	cases := []struct {
		contract, why string
		step          func(*faultstest.Talker, impl.Event, *impl.Effects)
	}{
		{"StateShowsAll", "field Secret of *faultstest.Talker (1, was 0)", func(
			n *faultstest.Talker, _ impl.Event, _ *impl.Effects,
		) {
			n.Secret++
		}},
		{"PickOnce", "picks a second time", func(_ *faultstest.Talker, _ impl.Event, out *impl.Effects) {
			out.Pick("one", spec.AllNodes(3), 1)
			out.Pick("two", spec.AllNodes(3), 1)
		}},
	}
	for _, c := range cases {
		t.Run(c.contract, func(t *testing.T) {
			defer func() {
				b, _ := recover().(spec.Breach)
				if b.Contract != c.contract || !strings.Contains(b.Why, c.why) {
					t.Errorf("breach %+v, want %s with %q", b, c.contract, c.why)
				}
			}()
			m := cluster(spec.CrashStop, c.step)
			for a := range m.Actions(faultstest.Initial(m)) {
				m.Do(faultstest.Initial(m), a)
			}
			t.Error("nobody noticed")
		})
	}
}
