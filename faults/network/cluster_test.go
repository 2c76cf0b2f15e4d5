package network_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/faultstest"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Which actions may happen at all depends on the failure model and on whether processes boot.
func TestAllows(t *testing.T) {
	for _, row := range []struct {
		name string
		// in which clusters: under stop, where copies wait, where they vanish, where processes boot
		stop, wait, vanish, boots bool
	}{
		{spec.Crash, true, true, true, true},
		{spec.CrashIn("DeliverPing"), true, true, true, true},
		{"DeliverPing", true, true, true, true},
		{"DropPing", true, true, true, true},
		{"DuplicatePing", true, true, true, true},
		{"TimeoutT", true, true, true, true},
		{"Kick", true, true, true, true},
		{spec.Recover, false, true, true, false},
		{spec.CrashIn(spec.Recover), false, true, true, false},
		{"LosePing", false, true, false, false},
		{spec.Boot, false, false, false, true},
		{spec.CrashIn(spec.Boot), false, false, false, true},
	} {
		for _, c := range []struct {
			cluster network.Cluster
			want    bool
		}{
			{network.Cluster{Failures: spec.CrashStop}, row.stop},
			{network.Cluster{Failures: spec.MessagesWait}, row.wait},
			{network.Cluster{Failures: spec.MessagesVanish}, row.vanish},
			{network.Cluster{Failures: spec.CrashStop, Boots: true}, row.boots},
		} {
			if got := c.cluster.Allows(row.name); got != c.want {
				t.Errorf("%s under %s, boots %t: allowed %t", row.name, c.cluster.Failures, c.cluster.Boots, got)
			}
		}
	}
}

// Each effect hands to the network the copies that it says, in the order of their receivers, behind
// those that are there.
func TestCopies(t *testing.T) {
	r := network.RulesOf(network.Cluster{Nodes: 3})
	body := faultstest.Ping{N: 4}
	before := spec.Message{From: 2, To: 0, Body: faultstest.News{}}
	for _, row := range []struct {
		effect    impl.Effect
		to        []spec.NodeID
		multicast bool
	}{
		{impl.Effect{Kind: impl.Send, To: 2, Body: body}, []spec.NodeID{2}, false},
		{impl.Effect{Kind: impl.Multicast, Body: body}, []spec.NodeID{0, 1, 2}, true},
		{impl.Effect{Kind: impl.Broadcast, Topic: "t", Body: body}, []spec.NodeID{0, 1, 2}, false},
		{impl.Effect{Kind: impl.Save, Record: faultstest.Saved{}}, nil, false},
		{impl.Effect{Kind: impl.SetTimer, Timer: "T"}, nil, false},
		{impl.Effect{Kind: impl.StopTimer, Timer: "T"}, nil, false},
	} {
		want := []spec.Message{before}
		for _, to := range row.to {
			want = append(want, spec.Message{From: 1, To: to, Multicast: row.multicast, Body: body})
		}
		got := r.Copies([]spec.Message{before}, 1, &row.effect)
		if !slices.EqualFunc(got, want, func(a, b spec.Message) bool { return spec.CompareMessages(a, b) == 0 }) {
			t.Errorf("%v: %v, want %v", row.effect, got, want)
		}
	}
}

// A crash can fall just before what is durable or visible, and before nothing else.
func TestCuttable(t *testing.T) {
	for kind, want := range map[impl.EffectKind]bool{
		impl.Save: true, impl.Send: true, impl.Multicast: true, impl.Broadcast: true,
		impl.SetTimer: false, impl.StopTimer: false,
	} {
		if network.Cuttable(impl.Effect{Kind: kind}) != want {
			t.Errorf("a crash just before an effect of kind %d: want %t", kind, want)
		}
	}
}

// Of a broadcast a process gets a copy only if it is up and bound to that topic, of all else always.
func TestHears(t *testing.T) {
	c := network.Cluster{Bound: func(at spec.NodeID, state any, topic string) bool {
		return at == 1 && state.(int) == 7 && topic == "t"
	}}
	for _, row := range []struct {
		kind  impl.EffectKind
		at    spec.NodeID
		state any
		topic string
		want  bool
	}{
		{impl.Broadcast, 1, 7, "t", true},
		{impl.Broadcast, 1, nil, "t", false},
		{impl.Broadcast, 0, 7, "t", false},
		{impl.Broadcast, 1, 6, "t", false},
		{impl.Broadcast, 1, 7, "other", false},
		{impl.Send, 0, nil, "", true},
		{impl.Multicast, 0, nil, "", true},
	} {
		if got := c.Hears(row.at, row.state, &impl.Effect{Kind: row.kind, Topic: row.topic}); got != row.want {
			t.Errorf("%+v: hears %t", row, got)
		}
	}
	defer func() {
		breach, ok := recover().(spec.Breach)
		if !ok || breach.Contract != "Bound" || !strings.Contains(breach.Why, `broadcast to "t"`) {
			t.Errorf("nobody says who is bound: %v", breach)
		}
	}()
	network.Cluster{}.Hears(0, 7, &impl.Effect{Kind: impl.Broadcast, Topic: "t"})
}

// Inputs are told who is down, unless they are said not to look at that.
func TestTold(t *testing.T) {
	for _, ignores := range []bool{false, true} {
		c := network.Cluster{InputsIgnoreDown: ignores}
		c.Inputs = func(at spec.NodeID, state any, down spec.Set) []spec.Body {
			return []spec.Body{faultstest.Ping{N: int(at) + 10*state.(int) + 100*len(down)}}
		}
		want := 221
		if ignores {
			want = 21
		}
		got := c.Told(1, 2, spec.NewSet[spec.NodeID](0, 2))
		if len(got) != 1 || got[0] != spec.Body(faultstest.Ping{N: want}) {
			t.Errorf("ignores %t: %v, want %d", ignores, got, want)
		}
	}
}

// A firing is named by what its timer is and awaits; a crash inside one that was named as if nothing
// were awaited stays a crash inside the early one.
func TestFirings(t *testing.T) {
	r := network.RulesOf(network.Cluster{Clocks: spec.NewSet("Beat")})
	for _, row := range []struct {
		timer  spec.Timer
		awaits bool
		want   string
	}{
		{"T", false, "TimeoutT"},
		{"T", true, "PrematureT"},
		{"Beat", false, "TickBeat"},
		{"Beat", true, "TickBeat"},
		{spec.TimerOf("Beat", 2), true, "TickBeat"},
		{spec.TimerOf("T", 2), true, "PrematureT"},
	} {
		if got := r.Firing(row.timer, row.awaits); got != row.want {
			t.Errorf("%s, awaits %t: %s, want %s", row.timer, row.awaits, got, row.want)
		}
	}
	for timeout, early := range map[string]string{
		"TimeoutT": "PrematureT", "CrashInTimeoutT": "CrashInPrematureT",
	} {
		a := spec.Action{Name: timeout, At: 1, Timer: "T", Cut: 3}
		got := r.Early(a)
		if got.Name != early || got.At != 1 || got.Timer != "T" || got.Cut != 3 {
			t.Errorf("%s is %s early, want %s", a, got, early)
		}
	}
}

// A crash inside a handler run is told from the run.
func TestWithoutCrash(t *testing.T) {
	a := spec.Action{Name: spec.CrashIn("DeliverPing"), At: 1, Cut: 2, Msg: spec.Message{Body: faultstest.Ping{}}}
	run, crashes := network.WithoutCrash(a)
	if !crashes || run.Name != "DeliverPing" || run.Cut != 0 || run.At != 1 {
		t.Errorf("%s falls into %s: %t", a, run, crashes)
	}
	for _, name := range []string{"DeliverPing", spec.Crash, "TimeoutT"} {
		a.Name = name
		if run, crashes := network.WithoutCrash(a); crashes || !run.Same(a) {
			t.Errorf("%s falls into %s: %t", a, run, crashes)
		}
	}
	if kind := network.KindOf(a); kind != "Ping" {
		t.Errorf("the kind is %q", kind)
	}
	if kind := network.KindOf(spec.Action{Name: spec.Crash}); kind != "" {
		t.Errorf("the kind of a crash's message is %q", kind)
	}
}
