package ctolerant

import (
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	implementation "github.com/scrutineer-go/scrutineer/impl/ctolerant"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// judged is a step between two states as a property of steps sees it.
type judged struct {
	action        spec.Action
	before, after State
}

// stepFrom is the step that the specification takes from what p and the network are.
func stepFrom(t *testing.T, cfg words.Config, s specification.State, name string, to spec.NodeID) judged {
	t.Helper()
	m := spec.Of(spec.Cluster{Nodes: cfg.Nodes}, specification.Handlers(cfg, specInputs(cfg)))
	for a := range m.Actions(s) {
		if a.Name == name && a.At == to {
			next, ok := m.Do(s, a)
			if !ok {
				t.Fatalf("the specification does not take %s", a)
			}
			return judged{action: a, before: stateOf(s), after: stateOf(next)}
		}
	}
	t.Fatalf("no %s at %s", name, to)
	return judged{}
}

func stateOf(s specification.State) State {
	st := State{}
	st.State.State = s
	return st
}

// changed is the step with another message of its sender in the network, for the one that it has sent.
func (j judged) changed(change func(*spec.Message)) judged {
	flight := j.after.State.State.Flight
	j.after.State.State.Flight = nil
	for _, m := range flight {
		if m.From == j.action.At {
			change(&m)
		}
		j.after.State.State.Flight = append(j.after.State.State.Flight, m)
	}
	return j
}

// begun is a group in which the initiator has asked.
func begun(t *testing.T, config string) (words.Config, judged) {
	t.Helper()
	cfg, err := words.Parse([]byte(config))
	if err != nil {
		t.Fatal(err)
	}
	m := spec.Of(spec.Cluster{Nodes: cfg.Nodes}, specification.Handlers(cfg, specInputs(cfg)))
	for s := range m.Init() {
		return cfg, stepFrom(t, cfg, s, words.KindStart, cfg.Initiator)
	}
	return cfg, judged{}
}

func says(t *testing.T, name string, err error, want string) {
	t.Helper()
	switch {
	case err == nil && want != "":
		t.Errorf("%s: it is right, want %q", name, want)
	case err != nil && (want == "" || !strings.Contains(err.Error(), want)):
		t.Errorf("%s: %q, want %q", name, err, want)
	}
}

// Each thing that is wrong with an answer is seen by itself.
func TestTrueAnswers(t *testing.T) {
	const group = `{"nodes": 5, "protocol": "preferred", "c": 4, "f": 0, "x": 2, "y": 2, "initiator": 4,
		"suspicions": [[0,0,0,0,0],[3,9,1,1,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0]]}`
	cfg, start := begun(t, group) // of 1, suspected 9 times by itself, 0 is the first and 3 goes before 2
	step, c := stepFrom(t, cfg, start.after.State.State, deliverQuery, 1), newSetting(cfg)
	set := spec.NewSet[spec.NodeID]
	for name, row := range map[string]struct {
		change func(*words.Response)
		says   string
	}{
		"as it is":                    {func(*words.Response) {}, ""},
		"of another run":              {func(r *words.Response) { r.Run++ }, "answers run 1"},
		"itself is reported":          {func(r *words.Response) { r.Unhealthy = set(0, 1) }, "reports {0,1}"},
		"one is reported too few":     {func(r *words.Response) { r.Unhealthy = set(0) }, "it is to name 2 of {0,2,3}"},
		"nobody suspects who is":      {func(r *words.Response) { r.Unhealthy = set(0, 4) }, "name some of {0,2,3}"},
		"of equals the lower":         {func(r *words.Response) { r.Unhealthy = set(0, 2) }, "3 goes before 2"},
		"who is suspected less":       {func(r *words.Response) { r.Unhealthy = set(2, 3) }, "0 goes before 2"},
		"whom it reports it proposes": {func(r *words.Response) { r.Candidates = set(0, 1) }, "name some of {1,2,4}"},
		"it proposes one too few":     {func(r *words.Response) { r.Candidates = set(1) }, "to name 2 of {1,2,4}"},
		"not the lowest":              {func(r *words.Response) { r.Candidates = set(1, 4) }, "2 goes before 4"},
		"it does not propose itself":  {func(r *words.Response) { r.Candidates = set(2, 4) }, "1 goes before 2"},
		"it proposes one too many":    {func(r *words.Response) { r.Candidates = set(1, 2, 4) }, "it is to name 2"},
	} {
		wrong := step.changed(func(m *spec.Message) {
			r := m.Body.(words.Response)
			row.change(&r)
			m.Body = r
		})
		says(t, name, c.trueAnswers(wrong.before, wrong.action, wrong.after), row.says)
	}
	says(t, "to another", misdirected(c, step, func(m *spec.Message) { m.To = 0 }), "answers")
	silent := step
	silent.after.State.State.Flight = nil
	says(t, "silence", c.trueAnswers(silent.before, silent.action, silent.after), "with 0 messages")
	dead := step
	dead.before.State.State.Alive = dead.before.State.State.Alive.Without(4)
	says(t, "to the dead", c.trueAnswers(dead.before, dead.action, dead.after), "where it is to send nothing")
	outside := newSetting(cfg)
	outside.Churn = []words.Change{{At: 1, Does: words.Joins, Node: spec.None}}
	says(t, "from outside", outside.trueAnswers(step.before, step.action, step.after), "where it is to send nothing")
}

func misdirected(c setting, step judged, change func(*spec.Message)) error {
	wrong := step.changed(change)
	return c.trueAnswers(wrong.before, wrong.action, wrong.after)
}

// How many are asked, who, and for what are each seen by itself.
func TestTargets(t *testing.T) {
	cfg, start := begun(t, `{"nodes": 4, "protocol": "preferred", "c": 1, "f": 1, "x": 2, "y": 1, "initiator": 3}`)
	c := newSetting(cfg)
	says(t, "as it is", c.targets(start.before, start.action, start.after), "")
	fewer := start
	fewer.action.Pick = start.action.Pick[1:]
	says(t, "one too few", c.targets(fewer.before, fewer.action, fewer.after), "lacks 3 answers, and may ask {0,1,2,3}")
	unknown := start.withNode(3, func(p *specification.Local) { p.List = p.List.Without(start.action.Pick[0]) })
	says(t, "an unknown one", c.targets(unknown.before, unknown.action, unknown.after), "are not known")
	for name, change := range map[string]func(*words.Query){
		"another run": func(q *words.Query) { q.Run++ }, "another x": func(q *words.Query) { q.X++ },
		"another y": func(q *words.Query) { q.Y++ }, "another election": func(q *words.Query) { q.Election++ },
	} {
		wrong := start.changed(func(m *spec.Message) {
			q := m.Body.(words.Query)
			change(&q)
			m.Body = q
		})
		says(t, name, c.targets(wrong.before, wrong.action, wrong.after), "sends")
	}
	unsent := start
	unsent.after.State.State.Flight = start.after.State.State.Flight[1:]
	says(t, "one is not sent", c.targets(unsent.before, unsent.action, unsent.after), "sends 2 QUERYs")
	idle := start
	idle.before, idle.action = start.after, spec.Action{Name: deliverLeader, At: 3}
	says(t, "no reason", c.targets(idle.before, idle.action, start.after), "")
	idle.before.State.State.Flight = nil
	says(t, "asks for no reason", c.targets(idle.before, idle.action, start.after), "has no reason to ask")
}

// withNode is the step that leaves a process in another state.
func (j judged) withNode(at spec.NodeID, change func(*specification.Local)) judged {
	nodes := append([]specification.Local{}, j.after.State.State.Nodes...)
	change(&nodes[at])
	j.after.State.State.Nodes = nodes
	return j
}

// Where answers of older runs count, the lists from which those were given decide as well (D4).
func TestCT1SeesOlderAnswers(t *testing.T) {
	cfg, start := begun(t, `{"nodes": 3, "c": 1, "f": 0, "initiator": 2, "churn": ["1 forgets 0"], "breaksC": true,
		"interpretations": ["accept-old"]}`)
	c := newSetting(cfg)
	lists := func(run int, answered Answered, k spec.NodeID, of ...spec.NodeID) Answered {
		return answered.with(cfg, run, k, spec.NewSet(of...))
	}
	st := start.withNode(2, func(p *specification.Local) {
		p.Phase, p.Run, p.Responders = words.Await, 3, spec.NewSet[spec.NodeID](1, 2)
	}).after
	for name, row := range map[string]struct {
		answered Answered
		says     string
	}{
		"in the run before": {lists(2, lists(1, unanswered(3), 2, 0, 2), 1, 1, 2), ""},
		"late":              {lists(1, lists(2, unanswered(3), 1, 1, 2), 2, 0, 2), ""},
		"by no list":        {lists(2, lists(1, unanswered(3), 2, 1, 2), 1, 1, 2), "none of their lists holds 0"},
		"by another's":      {lists(2, lists(1, unanswered(3), 0, 0, 1, 2), 1, 1, 2), "none of their lists holds 0"},
	} {
		st.State.Ghost.Heard = make([]Heard, 3)
		st.State.Ghost.Answered = []Answered{unanswered(3), unanswered(3), row.answered}
		says(t, name, c.ct1(st), row.says)
	}
	repaired := unanswered(3).with(words.Config{}, 2, 1, cfg.Lists[1])
	late, newer := repaired.with(words.Config{}, 1, 2, cfg.Lists[2]), repaired.with(words.Config{}, 3, 2, nil)
	if len(late.Older[2]) > 0 || len(newer.Older[1]) > 0 {
		t.Error("answers of older runs are kept where they do not count")
	}
}

// A run that begins again because nobody is left counts also where the initiator then knows too few to ask.
func TestFewRestartsSeesBlocked(t *testing.T) {
	cfg, start := begun(t, `{"nodes": 4, "protocol": "preferred", "c": 1, "f": 1, "x": 1, "y": 1, "initiator": 3}`)
	c := newSetting(cfg)
	for grown, want := range []string{"", "", "3 began again 2 times because the answers left nobody, y is 1"} {
		st := start.withNode(3, func(p *specification.Local) { p.X += grown }).after
		st.State.Ghost.Empties = make([]int, 4)
		says(t, "x grows", c.fewRestarts(st), want)
	}
}

// The monitor counts such a run too.
func TestMonitorCountsBlocked(t *testing.T) {
	cfg, err := words.Parse([]byte(`{"nodes": 3, "protocol": "preferred", "c": 1, "f": 1, "x": 1, "y": 1,
		"suspicions": [[0,1,0],[1,0,0],[0,0,0]], "initiator": 2, "churn": ["2 forgets 0", "2 forgets 1"],
		"breaksC": true}`))
	if err != nil {
		t.Fatal(err)
	}
	blocked := 0
	for seed := range uint64(200) {
		m := NewMonitor(cfg)
		plan := faults.Plan{
			Version: faults.PlanVersion, Protocol: "ctolerant", Config: campaign.JSON(cfg), Stop: 1, Seed: seed,
		}
		waits := false
		watch := observer(func(w *world.World, _ *world.Event) {
			s, up := w.State(2).(*implementation.State)
			waits = waits || up && s.Run == 2 && s.Election != nil && s.Election.Blocked
		})
		subject := Protocol().Registered().Subject(cfg)
		subject.NewJudge = func(bool) campaign.Judge { return m }
		if _, err := campaign.Run(subject, plan.WithDefaults(), false, watch); err != nil {
			t.Fatal(err)
		}
		if waits {
			if blocked++; m.Books[2].Empties != 1 {
				t.Errorf("seed %d: %d runs left nobody, it is 1", seed, m.Books[2].Empties)
			}
		}
	}
	if blocked == 0 {
		t.Error("no run has left nobody with an initiator that knows too few")
	}
}

// observer is a function that observes.
type observer func(*world.World, *world.Event)

// Observe calls it.
func (o observer) Observe(w *world.World, e *world.Event) { o(w, e) }
