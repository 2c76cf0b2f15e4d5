package faults

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

const ms = Time(time.Millisecond)

// purge is an input that a process may be told once somebody is down.
type purge struct{ Who spec.Set }

func (purge) Kind() string { return "Purge" }

func init() { codec.Register(purge{}) }

// chatter is a process that does a little of everything: it sends to others and to
// itself, multicasts, saves, sets and stops timers, picks, and recovers from its disk.
type chatter struct {
	id    spec.NodeID
	nodes int
	state chatterState
}

type chatterState struct {
	Told, Heard, Beats int
	Purged             bool
}

func (n *chatter) State() any { return &n.state }

func (n *chatter) Step(ev impl.Event, out *impl.Effects) {
	next := spec.NodeID((int(n.id) + 1) % n.nodes)
	switch s := &n.state; ev.Kind {
	case impl.Told:
		n.told(ev.Body, out)
	case impl.Delivered:
		s.Heard++
		n.heard(ev, out)
	case impl.Fired:
		s.Beats++
		switch {
		case ev.Timer == "U":
			out.Send(next, ping{1})
		case s.Beats < 3:
			out.Multicast(news{})
			out.SetTimer("T", 4*time.Millisecond)
		}
	case impl.Recovered:
		if r, ok := ev.Disk.(saved); ok {
			s.Told = r.N
		}
		out.SetTimer("T", 6*time.Millisecond)
		out.Send(next, ping{2})
		out.Save(saved{s.Told})
		out.Send(n.id, ping{0})
	}
}

func (n *chatter) told(body spec.Body, out *impl.Effects) {
	if _, ok := body.(purge); ok {
		n.state.Purged = true
		out.StopTimer("U")
		out.Send(n.id, ping{1})
		return
	}
	n.state.Told++
	for _, to := range out.Pick("whom", spec.AllNodes(n.nodes), n.state.Told) {
		out.Send(to, ping{int(to) % 3})
	}
	out.Save(saved{n.state.Told})
	out.SetTimer("T", 5*time.Millisecond)
	out.Multicast(news{})
}

func (n *chatter) heard(ev impl.Event, out *impl.Effects) {
	p, isPing := ev.Body.(ping)
	switch {
	case isPing && p.N > 0:
		out.Send(ev.From, ping{p.N - 1})
		out.SetTimer("U", 3*time.Millisecond)
	case isPing:
		out.StopTimer("T")
		out.Save(saved{n.state.Told})
	case n.state.Heard%2 == 0:
		out.Save(saved{n.state.Heard % 2})
		out.Send(out.Pick("answer", spec.AllNodes(n.nodes), 1)[0], ping{0})
	}
}

func chatters(nodes int, recovers bool) Cluster {
	return Cluster{
		Nodes:    nodes,
		Recovers: recovers,
		New:      func(id spec.NodeID) impl.Node { return &chatter{id: id, nodes: nodes} },
		Inputs: func(_ spec.NodeID, state any, down spec.Set) []spec.Body {
			var bodies []spec.Body
			s := state.(*chatterState)
			if s.Told < 2 {
				bodies = append(bodies, kick{})
			}
			if !s.Purged && len(down) > 0 {
				bodies = append(bodies, purge{down})
			}
			return bodies
		},
	}
}

// dice draws the parts of one plan.
type dice struct {
	key   draw.Key
	n     uint64
	nodes int
}

func (d *dice) below(n int) int {
	d.n++
	return int(d.key.With(d.n).Below(uint64(n)))
}

func (d *dice) one(in int) bool          { return d.below(in) == 0 }
func (d *dice) node() spec.NodeID        { return spec.NodeID(d.below(d.nodes)) }
func (d *dice) time(most int) Time       { return Time(d.below(most)) * ms }
func (d *dice) down() *Time              { return new(d.time(20)) }
func (d *dice) rate() int                { return d.below(3) * d.below(150) }
func (d *dice) of(list ...string) string { return list[d.below(len(list))] }

func (d *dice) some() spec.Set {
	set := spec.NewSet(d.node())
	for range d.below(d.nodes) {
		set = set.With(d.node())
	}
	return set
}

func (d *dice) copy() CopyRef {
	return CopyRef{Kind: d.of("Ping", "Ping", "News"), From: d.node(), To: d.node(), Nth: 1 + d.below(3)}
}

// anyCopy draws also copies that were made of others.
func (d *dice) anyCopy() CopyRef {
	c := d.copy()
	if d.one(4) {
		c.Again = 1 + d.below(2)
	}
	return c
}

// after draws when something happens to a copy, if not when it is sent.
func (d *dice) after() *Time {
	if d.one(2) {
		return nil
	}
	return new(d.time(5))
}

func (d *dice) step() StepRef {
	r := StepRef{
		Action: d.of("Kick", "Purge", "DeliverPing", "DeliverNews", "TimeoutT", "PrematureT", "PrematureU", "Recover"),
		Node:   d.node(), Nth: 1 + d.below(3),
	}
	if strings.HasPrefix(r.Action, "Deliver") && d.one(3) {
		r.From = new(d.node())
	}
	return r
}

// stops is when the faults of drawn plans stop.
const stops = 40 * ms

func (d *dice) fault(recovers bool) Fault {
	var down *Time
	if recovers && !d.one(4) {
		down = d.down()
	}
	begin := d.time(30)
	end := min(begin+ms+d.time(15), stops)
	switch d.below(10) {
	case 0:
		return Fault{Crash: &Crash{Node: d.node(), At: new(d.time(40)), Down: down}}
	case 1:
		return Fault{Crash: &Crash{Node: d.node(), After: new(d.step()), Down: down}}
	case 2:
		return Fault{CrashIn: &CrashIn{Step: d.step(), Cut: d.below(3), Down: down}}
	case 3:
		return Fault{Premature: &Premature{d.node(), d.of("T", "U"), 1 + d.below(3), d.time(4)}}
	case 4:
		return Fault{Loss: &Loss{d.anyCopy(), d.after()}}
	case 5:
		return Fault{Duplicate: &Duplicate{d.anyCopy(), d.time(9), d.after()}}
	case 6:
		return Fault{Reorder: &Reorder{d.copy(), d.time(9)}}
	case 7:
		return Fault{Partition: &Partition{[]spec.Set{d.some()}, begin, end, d.one(2)}}
	case 8:
		return Fault{OneWay: &OneWay{d.some(), d.some(), begin, end, d.one(2)}}
	}
	return Fault{Pause: &Pause{d.node(), begin, end}}
}

func (d *dice) pin() Pin {
	switch d.below(4) {
	case 0:
		return Pin{Hold: &Hold{d.copy(), d.step()}}
	case 1:
		return Pin{Delay: &DelayPin{d.copy(), d.time(20)}}
	case 2:
		return Pin{Pick: &PickPin{d.node(), 1 + d.below(3), d.some()}}
	}
	return Pin{Input: &InputPin{d.node(), d.of("Kick", "Purge"), 1 + d.below(2), d.time(20)}}
}

// sensible takes out of a drawn plan what Check refuses because it could not act.
func sensible(p Plan, c Cluster) Plan {
	if p.Patient {
		p.Rates.Early = 0
	}
	if !c.Recovers {
		p.Rates.Down, p.Rates.Lose = 0, 0
	}
	if p.Rates.MaxCrashes == 0 {
		p.Rates.CrashIn = 0
	}
	faults := p.Faults
	p.Faults = nil
	for _, f := range faults {
		p.Faults = append(p.Faults, f)
		if p.Check(c.Nodes, c.Recovers) != nil {
			p.Faults = p.Faults[:len(p.Faults)-1]
		}
	}
	pins := p.Pins
	p.Pins = nil
	for _, pin := range pins {
		p.Pins = append(p.Pins, pin)
		if p.Check(c.Nodes, c.Recovers) != nil {
			p.Pins = p.Pins[:len(p.Pins)-1]
		}
	}
	return p
}

// drawn draws a plan and the cluster that runs it.
func drawn(n int, topology bool) (Cluster, Plan) {
	d := &dice{key: draw.New(uint64(n)), nodes: 3 + n%2}
	c := chatters(d.nodes, n/2%2 == 0)
	p := Plan{
		Version: PlanVersion, Protocol: "chatter", Seed: uint64(n), Patient: d.one(3),
		Delay:  Delay{Min: d.time(3), Max: Time(d.below(8)) * ms},
		Inputs: Delay{Min: d.time(3), Max: Time(d.below(8)) * ms},
		Stop:   stops, Settle: 60 * ms,
		Rates: Rates{
			Loss: d.rate(), Duplicate: d.rate(), Reorder: d.rate(), ReorderBy: d.time(10),
			Early: d.rate(), CrashIn: d.rate(), MaxCrashes: d.below(3), Lose: d.rate(),
		},
	}
	p.Delay.Max = max(p.Delay.Min, p.Delay.Max)
	p.Inputs.Max = max(p.Inputs.Min, p.Inputs.Max)
	if d.one(3) {
		p.Delay.Shape = LongTail
	}
	if c.Recovers {
		p.Rates.Down = d.time(20)
	}
	if d.one(3) {
		p.Rates.Spares = d.some()
	}
	for range d.below(4) {
		p.Faults = append(p.Faults, d.fault(c.Recovers))
	}
	for range d.below(3) {
		p.Pins = append(p.Pins, d.pin())
	}
	p = sensible(p, c)
	if topology {
		p.Topology = &Topology{Links: [][2]spec.NodeID{{0, 2}, {2, 1}}}
		if d.nodes == 4 {
			p.Topology.Links = append(p.Topology.Links, [2]spec.NodeID{1, 3}, [2]spec.NodeID{0, 3})
		}
	}
	return c, p
}

// run runs a plan that must be in order.
func mustRun(t *testing.T, c Cluster, p Plan, observers ...Observer) Report {
	t.Helper()
	w, err := NewWorld(c, p, observers...)
	if err != nil {
		t.Fatal(err)
	}
	return w.Run()
}

// The explicit form of a plan gives the same run, and draws nothing; also after it
// was written to a file and read again.
func TestExplicitPlansRunTheSame(t *testing.T) {
	for n := range 400 {
		c, p := drawn(n, n%4 == 3)
		want := mustRun(t, c, p)
		named, err := Explicit(c, p, false)
		if err != nil {
			t.Fatal(err)
		}
		if got := mustRun(t, c, named); got.Digest != want.Digest {
			t.Errorf("plan %d: the explicit plan gives another run", n)
			showDifference(t, c, p, named)
			return
		}
		if want.Happened["lose"] == 0 { // then nothing is drawn
			other := named
			other.Seed, other.Rates.Lose = p.Seed+1, 0
			if got := mustRun(t, c, other); got.Digest != want.Digest {
				t.Errorf("plan %d: the explicit plan depends on its seed", n)
			}
		}
		again, err := Explicit(c, named, false)
		if d := cmp.Diff(named, again); d != "" || err != nil {
			t.Errorf("plan %d: the explicit form of the explicit plan is another one: %s, %v", n, d, err)
		}
		if named.Rates.Lose = 0; cmp.Diff(Rates{}, named.Rates) != "" || named.Delay.Min != named.Delay.Max ||
			named.Inputs.Min != named.Inputs.Max {
			t.Errorf("plan %d: the explicit plan draws: %+v", n, named)
		}
	}
}

// What Explicit returns can be written to a file and read again.
func TestExplicitPlansGoThroughFiles(t *testing.T) {
	for n := range 100 {
		c, p := drawn(n, false)
		p.Rates.Reorder, p.Rates.ReorderBy, p.Config = 500, 7*ms, json.RawMessage("{}")
		named, err := Explicit(c, p, n%2 == 0)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(named)
		if err != nil {
			t.Fatal(err)
		}
		var read Plan
		if err := input.Decode(text, &read); err != nil {
			t.Fatalf("plan %d: %v", n, err)
		}
		if d := cmp.Diff(named, read); d != "" {
			t.Errorf("plan %d changes on its way through a file: %s", n, d)
		}
	}
}

// Partitions and pauses that did no more than delay or lose copies and inputs are
// replaced by that.
func TestPartitionsAndPausesDissolve(t *testing.T) {
	for _, plan := range []string{
		`"faults": [{"pause": {"node": 1, "begin": "1ms", "end": "4ms"}}]`,
		`"faults": [{"partition": {"groups": [[0]], "begin": "1ms", "end": "4ms"}}]`,
		`"faults": [{"partition": {"groups": [[0]], "begin": "1ms", "end": "4ms", "drops": true}}]`,
		`"faults": [{"oneWay": {"from": [0], "to": [2], "begin": "1ms", "end": "4ms"}}]`,
		`"delay": {"min": "1ms", "max": "9ms"}, "faults": [{"pause": {"node": 1, "begin": "1ms", "end": "4ms"}},
			{"partition": {"groups": [[0], [1]], "begin": "1ms", "end": "8ms", "drops": true}}]`,
		`"faults": [{"oneWay": {"from": [2], "to": [1], "begin": "1ms", "end": "4ms"}}], ` + line,
		`"faults": [{"pause": {"node": 0, "begin": "0s", "end": "4ms"}}]`,
	} {
		var before, after tape
		p := scenePlan(t, plan)
		mustRun(t, scene(true), p, &before)
		named, err := Explicit(scene(true), p, true)
		if err != nil {
			t.Fatal(err)
		}
		mustRun(t, scene(true), named, &after)
		if d := cmp.Diff(before.steps(), after.steps()); d != "" {
			t.Errorf("%s: the run becomes another one: %s", plan, d)
		}
		for _, f := range named.Faults {
			if f.Partition != nil || f.OneWay != nil || f.Pause != nil {
				t.Errorf("%s: a %s is left", plan, f.Kind())
			}
		}
	}
}

func showDifference(t *testing.T, c Cluster, p, named Plan) {
	t.Helper()
	var a, b tape
	mustRun(t, c, p, &a)
	mustRun(t, c, named, &b)
	for i := range a.lines {
		if i >= len(b.lines) || a.lines[i] != b.lines[i] {
			t.Errorf("line %d: %s", i, strings.Join(a.lines[max(0, i-3):i+1], "\n"))
			t.Errorf("the explicit plan's: %s", strings.Join(b.lines[i:min(i+1, len(b.lines))], "\n"))
			break
		}
	}
	text, _ := json.MarshalIndent(p.WithDefaults(), "", " ")
	t.Logf("%s", text)
}

// tape keeps what a run's trace says, one line an event.
type tape struct {
	lines []string
}

func (t *tape) Observe(_ *World, e *Event) {
	t.lines = append(t.lines, e.At.String()+" "+e.Line().Text)
}

// text is the trace with the events of one time on one line.
func (t *tape) text() string {
	var text strings.Builder
	last := ""
	for _, line := range t.lines {
		at, what, _ := strings.Cut(line, " ")
		switch {
		case at == last:
			text.WriteString("; " + what)
		default:
			text.WriteString("\n" + line)
		}
		last = at
	}
	return strings.TrimSpace(text.String())
}

// steps are the lines without the stutters.
func (t *tape) steps() []string {
	return slices.DeleteFunc(slices.Clone(t.lines), func(line string) bool {
		_, name, _ := strings.Cut(line, " ")
		name, _, _ = strings.Cut(name, " ")
		return IsStutter(name)
	})
}
