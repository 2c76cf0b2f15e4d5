package campaign

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Draw draws a plan: a configuration, and for this run alone which kinds of faults
// there are and how heavy each one is. Two of three runs lack a given kind or have
// little of it, so what one kind would hide shows where it is absent.
func Draw(p Harness, c Chooser, fixed map[string]json.RawMessage) faults.Plan {
	atBound := false
	if p.AtBound != nil && c.Choose("bound", 8) == 7 {
		if fields, ok := p.AtBound(fixed); ok {
			fixed, atBound = fields, true
		}
	}
	config, shape := p.Draw(c, fixed, atBound)
	s := swarm{Chooser: c, shape: shape, steps: p.Steps}
	if p.Habits != nil {
		h := p.Habits(config)
		s.steps, s.at, s.cuts = h.Steps, h.At, h.Cuts
	}
	plan := faults.Plan{
		Version: faults.PlanVersion, Protocol: p.Name, Config: config,
		Seed:  uint64(c.Choose("seed", 1<<30)),
		Delay: s.delay(), Inputs: s.inputs(),
		Stop: shape.stop(c), Settle: shape.settle(),
	}
	s.stop = plan.Stop
	plan.Patient = !s.Has("premature")
	if !plan.Patient {
		plan.Rates.Early = s.weight(600)
	}
	if s.Has("loss") {
		plan.Rates.Loss = s.weight(400)
	}
	if s.Has("duplicate") {
		plan.Rates.Duplicate = s.weight(400)
	}
	if s.Has("reorder") {
		plan.Rates.Reorder, plan.Rates.ReorderBy = s.weight(1000), s.fits(2*shape.Timeout)
	}
	s.crashes(&plan)
	plan.Faults = append(plan.Faults, faults.Draw(s)...)
	if s.Choose("graph", 4) == 3 {
		plan.Topology = s.graph()
	}
	s.flaps(&plan)
	s.lasting(&plan)
	s.onMap(&plan)
	return plan
}

// swarm draws the faults of one plan.
type swarm struct {
	Chooser
	shape Shape
	steps []string
	at    map[string]spec.Set // by step, the processes at which it was seen; nil if that is not known
	cuts  map[string]int      // by step, how many effects it had at most that a crash can come between
	stop  faults.Time
}

// Has draws whether the plan has a kind of fault at all.
func (s swarm) Has(kind string) bool {
	return s.Choose("has "+kind, 2) == 1 && !slices.Contains(s.shape.Without, kind)
}

// weight draws a rate up to most of 1,000, small ones as likely as large ones.
func (s swarm) weight(most int) int {
	halvings := s.Choose("weight", 5)
	return 1 + s.Choose("rate", most>>halvings)
}

func (s swarm) delay() faults.Delay {
	d := faults.Delay{Shape: faults.Uniform, Min: ms(1)}
	d.Max = s.fits([]faults.Time{ms(1), ms(20), ms(100), s.shape.Timeout}[s.Choose("delay", 4)])
	if s.Choose("tail", 2) == 1 {
		d.Shape = faults.LongTail
	}
	if s.shape.Steady && s.Choose("steady", 2) == 1 {
		d.Shape, d.Max = faults.Uniform, min(d.Max, ms(20)) // over many links, too
		d.Min = d.Max
	}
	return d
}

func (s swarm) inputs() faults.Delay {
	return faults.Delay{
		Shape: faults.Uniform, Min: ms(1),
		Max: s.fits([]faults.Time{ms(1), ms(50), s.shape.Timeout}[s.Choose("inputs", 3)]),
	}
}

// fits cuts a delay to the time that the protocol has to settle: a plan may name none that
// is longer.
func (s swarm) fits(t faults.Time) faults.Time { return min(t, s.shape.settle()) }

func ms(n int) faults.Time { return faults.Time(n) * faults.Time(time.Millisecond) }

// moment draws a time before the faults stop, more likely an early one: most goes on
// at the beginning. most bounds how early.
func (s swarm) moment(what string, most int) faults.Time {
	span := s.stop >> s.Choose(what+" halved", most)
	return faults.Time(s.Choose(what, int(span/ms(1))+1)) * ms(1)
}

// beginning draws when a fault begins.
func (s swarm) beginning(what string) faults.Time {
	if s.shape.Phase == 0 || s.stop <= s.shape.Round || s.Choose(what+" in phase", 2) == 0 {
		return s.moment(what, 8)
	}
	round := 1 + s.Choose(what+" in round", int((s.stop-1)/s.shape.Round))
	after := s.Choose(what, 1+int(s.shape.Phase/ms(1))>>s.Choose(what+" halved", 8))
	return min(s.stop, faults.Time(round)*s.shape.Round+ms(after))
}

// Interval draws a time with a beginning and an end.
func (s swarm) Interval(what string) (begin, end faults.Time) {
	begin = min(s.beginning(what+" begins"), s.stop-ms(1))
	return begin, min(begin+ms(1)+s.moment(what+" lasts", 5), s.stop)
}

// crashes draws who crashes and when. Now and then it is one more than the protocol
// should survive.
func (s swarm) crashes(plan *faults.Plan) {
	most := s.shape.Crashes
	if s.Choose("one too many", 16) == 15 {
		most++
	}
	between, inside := s.Has("crash"), s.Has("crashIn")
	if between && inside && most == 1 { // not both
		inside = s.Choose("crash or crashIn", 2) == 1
		between = !inside
	}
	may := s.shape.MayCrash
	for between && most > 0 {
		crash := s.crash(may)
		may = may.Without(crash.Node)
		if s.shape.Failures.Recovers() && s.Choose("stays down", 32) != 31 {
			down := s.moment("down", 6)
			crash.Down = &down
		}
		plan.Faults = append(plan.Faults, faults.Fault{Kind: s.within(crash)})
		most--
		between = s.Choose("another crash", 2) == 1 && (!inside || most > 1)
	}
	if inside && most > 0 {
		plan.Rates.CrashIn, plan.Rates.MaxCrashes = s.weight(1000), most
		if s.Choose("crashIn anybody", 32) != 31 {
			plan.Rates.Spares = spec.AllNodes(s.shape.Nodes).Minus(s.shape.MayCrash)
		}
		if s.shape.Failures.Recovers() {
			plan.Rates.Down = s.shape.Timeout
		}
	}
	if s.shape.Failures == spec.MessagesWait && (len(plan.Faults) > 0 || plan.Rates.CrashIn > 0) {
		plan.Rates.Lose = s.weight(500) // of what comes while a process is down
	}
}

// crash draws one crash: after a step of the process, or at some time.
func (s swarm) crash(may spec.Set) faults.Crash {
	if s.at != nil && len(s.steps) > 0 && s.Choose("crash after a step", 3) > 0 {
		return s.crashSeen(may)
	}
	crash := faults.Crash{Node: s.who("crash", may)}
	if s.at == nil && len(s.steps) > 0 && s.Choose("crash after a step", 3) > 0 {
		crash.After = &faults.StepRef{
			Action: s.steps[s.Choose("step", len(s.steps))], Node: crash.Node, Nth: 1 + s.Choose("nth", 4)/3,
		}
		return crash
	}
	at := s.beginning("crash at")
	crash.At = &at
	return crash
}

// crashSeen draws a crash after a step, each kind of step as likely as another, at one of the processes that it was
// seen at.
func (s swarm) crashSeen(may spec.Set) faults.Crash {
	action := s.steps[s.Choose("step", len(s.steps))]
	at := slices.DeleteFunc(slices.Clone(s.at[action]), func(id spec.NodeID) bool { return !may.Has(id) })
	if len(at) == 0 {
		at = may
	}
	node := spec.NodeID(s.Choose("crash", s.shape.Nodes))
	if len(at) > 0 && s.Choose("crash anybody", 32) != 31 {
		node = at[s.Choose("crash", len(at))]
	}
	nth := 1 + s.Choose("nth", 1<<s.Choose("nth most", 4))
	return faults.Crash{Node: node, After: &faults.StepRef{Action: action, Node: node, Nth: nth}}
}

// within has a third of the crashes after a step come within it, after some of the effects that it was seen to have.
func (s swarm) within(crash faults.Crash) faults.Kind {
	if crash.After == nil || slices.Contains(s.shape.Without, new(faults.CrashIn).Name()) {
		return &crash
	}
	cuts := s.cuts[crash.After.Action]
	if cuts == 0 || s.Choose("crash within", 3) != 2 {
		return &crash
	}
	return &faults.CrashIn{Step: *crash.After, Cut: s.Choose("cut", cuts), Down: crash.Down}
}

// flaps draws who crashes again and again, until the faults stop or, now and then, for ever. It
// comes last, so that a protocol without flaps draws what it would.
func (s swarm) flaps(plan *faults.Plan) {
	may := s.shape.MayFlap
	if len(may) == 0 || !s.shape.Failures.Recovers() || !s.Has("flap") {
		return
	}
	for again := true; again && len(may) > 0; again = s.Choose("another flap", 4) == 3 {
		flap := faults.Flap{
			Node: may[s.Choose("flap", len(may))], Begin: min(s.moment("flap begins", 8), s.stop-ms(1)),
			Up: s.spell("up"), Down: s.spell("down"), Forever: s.Choose("flap for ever", 4) == 3,
		}
		may = may.Without(flap.Node)
		plan.Faults = append(plan.Faults, faults.Fault{Kind: &flap})
	}
}

// lasting has, in one run of ten, as many processes crash for good as the protocol says that it stands: some of those
// that crash anyway, and others. It comes last, so that other plans are drawn as they would be.
func (s swarm) lasting(plan *faults.Plan) {
	most := min(s.shape.Lasting, s.shape.Nodes)
	if most == 0 || !s.shape.Failures.Recovers() || slices.Contains(s.shape.Without, new(faults.Crash).Name()) ||
		s.Choose("lasting crashes", 10) != 9 {
		return
	}
	may := s.shape.MayCrash
	for _, f := range plan.Faults {
		if flap, ok := f.Kind.(*faults.Flap); ok {
			may = may.Without(flap.Node)
		}
	}
	var lasting spec.Set
	for _, f := range plan.Faults {
		if node, down := crashing(f.Kind); may.Has(node) && len(lasting) < most {
			*down = nil
			may, lasting = may.Without(node), lasting.With(node)
		}
	}
	again := lasting
	for len(lasting) < most && len(may) > 0 {
		node := may[s.Choose("lasting", len(may))]
		may, lasting = may.Without(node), lasting.With(node)
		if crash, ok := s.first(node); ok {
			plan.Faults = append(plan.Faults, faults.Fault{Kind: &crash})
			again = again.With(node)
		}
	}
	for _, node := range lasting {
		at := min(s.beginning("lasting at"), s.stop-ms(1))
		if again.Has(node) { // it crashes then if its step does not come before
			at = s.stop/2 + faults.Time(s.Choose("lasting at last", max(1, int(s.stop/2/ms(1)))))*ms(1)
		}
		plan.Faults = append(plan.Faults, faults.Fault{Kind: &faults.Crash{Node: node, At: &at}})
	}
	if plan.Rates.CrashIn > 0 { // one that is down for a while then does not go down for good
		plan.Rates.Spares = plan.Rates.Spares.Union(lasting)
	}
}

// crashing returns who crashes, and for how long, if a fault is a crash; else nobody.
func crashing(kind faults.Kind) (node spec.NodeID, down **faults.Time) {
	switch kind := kind.(type) {
	case *faults.Crash:
		return kind.Node, &kind.Down
	case *faults.CrashIn:
		return kind.Step.Node, &kind.Down
	}
	return spec.None, nil
}

// first draws, in half of the cases, a crash after the first step of some kind that a process was seen to take.
func (s swarm) first(node spec.NodeID) (faults.Crash, bool) {
	steps := slices.DeleteFunc(slices.Clone(s.steps), func(step string) bool {
		return s.at != nil && !s.at[step].Has(node)
	})
	if len(steps) == 0 || s.Choose("lasting after a step", 2) == 0 {
		return faults.Crash{}, false
	}
	step := steps[s.Choose("step", len(steps))]
	return faults.Crash{Node: node, After: &faults.StepRef{Action: step, Node: node, Nth: 1}}, true
}

// spell draws for how long a process that flaps is up or down each time: up to four timers.
func (s swarm) spell(what string) faults.Delay {
	most := ms(1) + s.shape.Timeout*4>>s.Choose("flap "+what, 7)
	return faults.Delay{Shape: faults.Uniform, Min: ms(1), Max: most}
}

// who draws one of the processes, more likely one with a low name: where names decide,
// such a one is in the middle of what happens. Seldom it is one that the protocol
// cannot do without.
func (s swarm) who(what string, from spec.Set) spec.NodeID {
	if len(from) == 0 || s.Choose(what+" anybody", 32) == 31 {
		return spec.NodeID(s.Choose(what, s.shape.Nodes))
	}
	return from[s.Choose(what, max(1, len(from)>>s.Choose(what+" low", 3)))]
}

// graph draws who is linked with whom: a tree, and some links more.
func (s swarm) graph() *faults.Topology {
	t := faults.Topology{Links: [][2]spec.NodeID{}} // none for a process alone, and a list all the same
	for i := 1; i < s.shape.Nodes; i++ {
		t.Links = append(t.Links, [2]spec.NodeID{spec.NodeID(s.Choose("parent", i)), spec.NodeID(i)})
	}
	for range s.Choose("more links", s.shape.Nodes) {
		a, b := s.Choose("link from", s.shape.Nodes), s.Choose("link to", s.shape.Nodes)
		if a != b {
			t.Links = append(t.Links, [2]spec.NodeID{spec.NodeID(a), spec.NodeID(b)})
		}
	}
	return &t
}

// A map has the density and the reach of the maps in Wang and Gupta's experiments (section VI): 0.22 processes a square
// metre, and 4 m.
const (
	perProcess = 4_545_455 // square millimetres
	mapReach   = 4000
)

// onMap places the processes on the shape's map, or in half of the plans on a drawn map, and draws how losses are
// spread. Its choices come last, so that protocols without maps draw the same as before there were maps.
func (s swarm) onMap(plan *faults.Plan) {
	if !s.shape.Maps {
		return
	}
	var onMap *faults.Topology
	if s.shape.Positions != nil {
		onMap, _ = faults.Within(s.shape.Positions, mapReach) // none if they are not connected
	} else if s.Choose("map", 2) == 1 {
		onMap = DrawMap(s, s.shape.Nodes)
	}
	if onMap != nil {
		plan.Topology = onMap
	}
	if plan.Rates.Loss > 0 {
		plan.Rates.LossPerRoute = s.Choose("loss per route", 2) == 1
		plan.Rates.LossSkew = []int{0, 500, 1000}[s.Choose("loss skew", 3)]
	}
}

// DrawMap draws a map on which all processes are connected. It returns nil if it finds none.
func DrawMap(c Chooser, nodes int) *faults.Topology {
	side := 1
	for side*side < nodes*perProcess {
		side++
	}
	m := faults.Map{Nodes: nodes, Side: side, Reach: mapReach, Seed: uint64(c.Choose("map seed", 1<<30))}
	layouts := []faults.Layout{faults.GridLayout, faults.UniformLayout, faults.ClusterLayout}
	m.Layout = layouts[c.Choose("layout", len(layouts))]
	if m.Layout == faults.ClusterLayout {
		m.Clusters, m.Spread = min(5, m.Nodes), max(1, side/8)
	}
	t, err := m.Topology()
	if err != nil { // none of its maps is connected
		return nil
	}
	return t
}

// Nodes is the number of processes.
func (s swarm) Nodes() int { return s.shape.Nodes }

// Skew is by how many parts per million clocks may be off.
func (s swarm) Skew() int { return s.shape.Skew }

// Some draws a set of processes that is not empty.
func (s swarm) Some(what string) spec.Set {
	set := spec.NewSet(spec.NodeID(s.Choose(what, s.shape.Nodes)))
	for i := range s.shape.Nodes {
		if s.Choose(what+" too", 2) == 1 {
			set = set.With(spec.NodeID(i))
		}
	}
	return set
}
