// Package ring brings the statements of the ring election together: how an implementation state is read as a
// specification state, what the environment tells a process, and what is drawn (ring.go); the properties
// (properties.go); the monitor that judges runs by their events (monitor.go).
//
// Start reading at [Protocol].
package ring

import (
	"embed"
	"encoding/json"
	"errors"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/ring"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/ring"
	"github.com/scrutineer-go/scrutineer/spec/ring/words"
	"github.com/scrutineer-go/scrutineer/tla"
)

// State is what the properties are judged on; they need no ghost.
type State = verify.Judged[specification.Local, struct{}]

// corpus holds the plans that every go test and every verify replays.
//
//go:embed testdata/corpus/*.json
var corpus embed.FS

// Protocol returns the ring election.
func Protocol() scrutineer.Registration {
	return scrutineer.Protocol[implementation.State]{
		Name: "ring", Ticks: words.Clocks(), Lines: words.Lines(),
		Config: scrutineer.Configs[words.Config, implementation.State]{
			Default: words.Config{Nodes: 2}, Reading: []string{"interpretations"},
			Parse: words.Parse, Apply: apply, DrawShape: draw, Shrink: shrink(),
		},
		CrashAfter: []string{
			spec.Boot, spec.Deliver(words.KindToken), spec.Deliver(words.KindElected),
			spec.Deliver(words.KindBeat), spec.Timeout(words.TimerFail),
		},
		Corpus: corpus, TLA: tla.Of("ring"), Pinned: true, Contenders: contenders(),
	}
}

// apply says what depends on a configuration.
func apply(cfg words.Config, p *scrutineer.Protocol[implementation.State]) error {
	p.Nodes = cfg.Nodes
	p.New = func(id spec.NodeID, _ int) impl.Node { return implementation.New(id, cfg) }
	if cfg.Detector == words.Told {
		p.InputsKnowing = func(at spec.NodeID, s *implementation.State, down spec.Set) []spec.Body {
			return inputs(cfg, at, s, down)
		}
	}
	p.Awaits = func(timer spec.Timer, at spec.NodeID, s *implementation.State, copy *spec.Message) bool {
		return awaits(cfg, timer, at, s, copy)
	}
	p.Spec = scrutineer.Spec[implementation.State, specification.Local]{
		Module: "MCRing", Handlers: specification.Handlers(cfg), Abstraction: local(cfg),
		Cannot: cfg.Cannot(), Properties: properties(cfg),
		Excuses:  func(State) error { return errors.New("nothing that must happen is beyond the budget") },
		Fairness: map[string][]spec.Fairness{"MCFairSpec": fairness(cfg)},
		Constants: map[string]any{
			"Direction": string(cfg.Direction), "Initiators": cfg.Initiators, "Detector": string(cfg.Detector),
			"Alarms": cfg.Alarms, "Most": cfg.Most, "Interpretations": cfg.Interpretations,
		},
	}
	p.Monitor = &scrutineer.Monitor{
		New: func() scrutineer.Judge { return newMonitor(cfg) }, Properties: monitored(),
		Witnesses: witnessed(), Assumptions: assumptions(),
	}
	return nil
}

// inputs: a process may be told that the first behind its gap is down, where it is, and where there are false
// alarms, also where it is not; and then that somebody in its gap is up, the nearest.
func inputs(cfg words.Config, at spec.NodeID, s *implementation.State, down spec.Set) []spec.Body {
	var told []spec.Body
	switch first := behind(cfg, at, s.Gap+1); {
	case first == at:
	case down.Has(first):
		told = append(told, words.Suspect{Whom: first})
	case cfg.Alarms:
		told = append(told, words.Alarm{Whom: first})
	}
	for steps := 1; cfg.Alarms && steps <= s.Gap; steps++ {
		if id := behind(cfg, at, steps); !down.Has(id) {
			return append(told, words.Found{Whom: id})
		}
	}
	return told
}

// next is the successor of a process of the implementation, which knows the gap before it.
func next(cfg words.Config, at spec.NodeID, s *implementation.State) spec.NodeID {
	return behind(cfg, at, s.Gap+1)
}

// behind is the process so many steps along the ring, at most once round it.
func behind(cfg words.Config, at spec.NodeID, steps int) spec.NodeID {
	if cfg.Direction == words.Down {
		steps = cfg.Nodes - steps
	}
	return spec.NodeID((int(at) + steps) % cfg.Nodes)
}

// local reads a process of the implementation as the specification sees it.
func local(cfg words.Config) func(spec.NodeID, *implementation.State) specification.Local {
	return func(at spec.NodeID, s *implementation.State) specification.Local {
		return specification.Local{
			Next: next(cfg, at, s), Round: s.Term, Best: s.Top, Leader: s.Master,
			Watching: s.Watching, Probed: s.Probed,
		}
	}
}

// awaits: who waits for the end of an election waits for all of its tokens and for what comes of them, wherever
// they are; who watches its successor for the one exchange with it.
func awaits(
	cfg words.Config, timer spec.Timer, at spec.NodeID, s *implementation.State, copy *spec.Message,
) bool {
	term := s.Term
	if timer == words.TimerRetry {
		switch body := copy.Body.(type) {
		case words.Token:
			return body.Round >= term
		case words.Elected:
			return body.Round >= term
		}
		return false
	}
	peer := next(cfg, at, s)
	switch copy.Body.(type) {
	case words.Probe:
		return copy.From == at && copy.To == peer
	case words.Beat:
		return copy.From == peer && copy.To == at
	}
	return false
}

// fairness: processes boot, tokens and word of who leads arrive, each process is told of its successor, and an election
// which takes too long is begun anew.
func fairness(cfg words.Config) []spec.Fairness {
	var all []spec.Fairness
	for _, name := range []string{
		spec.Boot, spec.Deliver(words.KindToken), spec.Deliver(words.KindElected), spec.Timeout(words.TimerRetry),
	} {
		all = append(all, spec.Fairness{Name: name, Of: func(a spec.Action) bool { return a.Name == name }})
	}
	for i := range spec.NodeID(cfg.Nodes) {
		all = append(all, spec.Fairness{
			Name: i.String() + " is told",
			Of: func(a spec.Action) bool {
				return a.At == i && (a.Name == words.KindSuspect || a.Name == words.KindFound)
			},
		})
	}
	return all
}

// most is the largest group that is drawn.
const most = 64

// draw draws two to five processes, now and then up to sixty-four, in either direction; three of four groups probe, the
// others are told who is down. Half of them have all begin, the others some; half of all lengths of timers are not the
// usual ones, and in some groups probes end.
func draw(c campaign.Chooser, fixed map[string]json.RawMessage, _ bool) (json.RawMessage, campaign.Shape) {
	n := max(1, campaign.Given(fixed, "nodes", func() int {
		switch c.Choose("large", 64) {
		case 63:
			return 13 + c.Choose("nodes", most-12)
		case 62, 61, 60:
			return 6 + c.Choose("nodes", 7)
		}
		return 2 + c.Choose("nodes", 4)
	}))
	drawn := map[string]any{"nodes": n}
	drawn["detector"] = campaign.Given(fixed, "detector", func() words.Detector {
		return []words.Detector{words.Beats, words.Beats, words.Beats, words.Told}[c.Choose("detector", 4)]
	})
	drawn["direction"] = campaign.Given(fixed, "direction", func() words.Direction {
		return []words.Direction{words.Up, words.Down}[c.Choose("direction", 2)]
	})
	drawn["initiators"] = campaign.Given(fixed, "initiators", func() spec.Set {
		if c.Choose("all begin", 2) == 0 {
			return spec.AllNodes(n)
		}
		return spec.AllNodes(n)[c.Choose("first", n):]
	})
	of := func(field string, values ...int) int {
		v := campaign.Given(fixed, field, func() int { return values[c.Choose(field, len(values))] })
		drawn[field] = v
		return v
	}
	probe := of("probeMs", 1000, 1000, 1000, 500, 2000)
	fail := max(1, of("failMs", 3*probe, 2*probe+delays, 3*probe, 4*probe))
	retry := of("retryMs", 5000, 5000, 1000+delays*n, 10_000)
	of("most", 0, 0, 0, 0, 0, 0, words.MaxMost, 3+c.Choose("few", 12))
	return campaign.Merged(drawn, fixed), campaign.Shape{
		Nodes: n, MayCrash: spec.AllNodes(n), Crashes: max(1, n-1),
		Timeout: faults.Time(spec.Milliseconds(delays)), Round: faults.Time(spec.Milliseconds(fail)), Rounds: 4,
		Settle: (20 + 3*n) * max(1, (3*retry/5+fail-1)/fail), // each election may have to be begun anew
	}
}

// delays is the length of long delays in milliseconds: an answer takes two of them, a token one for each process.
const delays = 500

// shrink omits the last process, or an initiator, or what is not as where nothing is said.
func shrink() []func(*words.Config) {
	return []func(*words.Config){
		func(c *words.Config) {
			c.Nodes--
			c.Initiators = c.Initiators.Without(spec.NodeID(c.Nodes))
		},
		func(c *words.Config) { c.Direction = words.Up },
		func(c *words.Config) { c.Initiators = spec.AllNodes(c.Nodes) },
		func(c *words.Config) { c.Most = 0 },
		func(c *words.Config) { c.ProbeMS, c.FailMS, c.RetryMS = 1000, 3000, 5000 },
	}
}
