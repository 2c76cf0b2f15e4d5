// Package polling brings the statements of polling in slots together: the worked example of Kotov, "Cluster state
// coordination reducers based on RSDP" (2025). See [Protocol] for what it registers.
package polling

import (
	"embed"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/polling"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/polling"
	"github.com/scrutineer-go/scrutineer/spec/polling/words"
	"github.com/scrutineer-go/scrutineer/tla"
)

// corpus holds the plans that every go test and every verify replays.
//
//go:embed testdata/corpus/*.json
var corpus embed.FS

// Protocol returns the protocol.
func Protocol() scrutineer.Registration {
	return scrutineer.Protocol[implementation.State]{
		Name: "polling", ReadsClocks: true, Ticks: []string{words.ClockSlot.Name(), words.ClockHear.Name()},
		Lines: spec.FaultLines("crash", "crashIn", "drift", "loss"),
		Config: scrutineer.Configs[words.Config, implementation.State]{
			Default: usual(), Parse: words.Parse, Apply: apply, DrawShape: draw, ShrinkOf: shrink,
		},
		Without:    []string{"premature"}, // it has no timers but clocks
		CrashAfter: []string{"TickSlot", "DeliverData", "DeliverAnswer"},
		Corpus:     corpus, TLA: tla.Of("polling"), Pinned: true,
	}
}

// apply says what depends on a configuration.
func apply(cfg words.Config, p *scrutineer.Protocol[implementation.State]) error {
	p.Nodes, p.Recovers, p.Skew, p.Discrete = cfg.Nodes(), cfg.Failures, mostSkew, cfg.Time.Discrete()
	p.New = func(id spec.NodeID, _ int) impl.Node { return implementation.New(id, cfg) }
	j := newJudge(cfg)
	p.Watch = func() func(scrutineer.Step[implementation.State]) { return Watch[implementation.State](cfg) }
	p.Assumptions, p.Needs = Assumptions[implementation.State](cfg), Needs()
	p.Eventually = scrutineer.Properties[implementation.State]{allPoll: j.allPoll}
	p.Spec = scrutineer.Spec[implementation.State, specification.Local]{
		Module: "MCPolling", Handlers: specification.Handlers(cfg), Abstraction: Abstraction,
		Always: j.Always(), Sometimes: j.sometimes(),
		Properties: []spec.Property[judged]{verify.OfEach("TypeOK", typeOK(cfg))},
		Constants:  constants(cfg), Cannot: cannot(cfg),
	}
	return nil
}

// cannot returns the actions that the configuration rules out.
func cannot(cfg words.Config) (actions []string) {
	if len(cfg.Divisions) == 1 {
		actions = append(actions, "TickHear")
	}
	if !cfg.Stores() {
		for _, kind := range []string{words.KindData, words.KindLookup, words.KindAnswer, words.KindInsert} {
			actions = append(actions, spec.Deliver(kind), spec.Drop(kind))
		}
		for _, kind := range []string{words.KindData, words.KindAnswer} {
			actions = append(actions, spec.CrashIn(spec.Deliver(kind)))
		}
	}
	return spec.NewSet(actions...)
}

// Abstraction reads a process of the implementation as the specification sees it. The timeframes follow from the
// division.
func Abstraction(_ spec.NodeID, s *implementation.State) specification.Local {
	return specification.Local{
		Heard: s.Heard, Origin: s.Origin, Quiet: s.Quiet, Due: s.Due, Used: s.Used, Slot: s.Worker.Slot,
		Arrivals: words.NewArrivals(s.Window...), Banned: s.Banned, Rows: s.Rows, Twice: s.Twice,
	}
}

// division is a division as the module has it.
type division struct {
	Views       []spec.Set
	Slot, Adopt int
	At          []int
}

func constants(cfg words.Config) map[string]any {
	divisions, keys, places := []division{}, []int{}, [][]int{}
	for i, d := range cfg.Divisions {
		of := division{Slot: d.Slot, Adopt: d.Adopt, At: d.At}
		for id := range cfg.Workers {
			of.Views = append(of.Views, cfg.View(spec.NodeID(id), i))
		}
		if i == 0 {
			of.At = make([]int, cfg.Workers+1)
		}
		divisions = append(divisions, of)
	}
	for id := range cfg.Workers {
		keys, places = append(keys, cfg.Key(spec.NodeID(id))), append(places, placesOf(cfg, spec.NodeID(id)))
	}
	return map[string]any{
		"Workers": cfg.Workers, "Window": cfg.Window, "Closed": cfg.Closed, "Printed": cfg.Printed,
		"Attempts": cfg.Attempts, "Bans": cfg.Bans, "Safe": cfg.Safe, "Jitter": cfg.Jitter, "Period": cfg.Period,
		"Whole": cfg.Whole, "OwnOrigin": cfg.OwnOrigin, "Agreed": cfg.Agreed, "Silence": cfg.Silence,
		"Key": keys, "Place": places, "Divisions": divisions,
		"Collect": cfg.Collect, "Stores": cfg.Stores(), "Unique": cfg.Store == words.StoreUnique,
	}
}

// placesOf returns the place of each id in the order in which a worker sorts them.
func placesOf(cfg words.Config, worker spec.NodeID) []int {
	places := make([]int, cfg.Workers)
	for a := range places {
		for b := range places {
			if cfg.Compare(worker, spec.NodeID(b), spec.NodeID(a)) < 0 {
				places[a]++
			}
		}
	}
	return places
}
