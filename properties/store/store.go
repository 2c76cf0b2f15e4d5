// Package store is the registration of the fenced store, a register and a lock that an elected leader guards:
// what is drawn, what the environment and the clients do, and what must be true. It is the first
// protocol of the house that comes in by the front door. There is no specification beside it, so
// its steps are held against nothing: what its clients see must be linearizable, in runs and in
// explorations.
//
//	scrutineer campaign -p store -set fenced=false
//	scrutineer explore -p store -set fenced=false -set object=lock -set calls=1 -until-violated
//
// Start reading at [Protocol].
package store

import (
	"embed"
	"maps"

	"github.com/scrutineer-go/scrutineer"
	implementation "github.com/scrutineer-go/scrutineer/impl/store"
	"github.com/scrutineer-go/scrutineer/linearizability"
	"github.com/scrutineer-go/scrutineer/spec"
	election "github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
	"github.com/scrutineer-go/scrutineer/spec/store/words"
)

// State is that of a process.
type State = implementation.State

// corpus holds the plans that every go test and every verify replays.
//
//go:embed testdata/corpus/*.json
var corpus embed.FS

// Protocol returns the fenced store.
func Protocol() scrutineer.Registration {
	return scrutineer.Protocol[State]{
		Name: "store",
		Wire: []any{
			words.Get{},
			words.Put{},
			words.Got{},
			words.Kept{},
			words.Fenced{},
			election.Query{},
			election.Response{},
			election.Notify{},
			election.Leader{},
			election.Start{},
			election.Purge{},
			election.Suspect{},
			linearizability.Read{},
			linearizability.Write{},
			linearizability.CompareAndSwap{},
			linearizability.Acquire{},
			linearizability.Release{},
		},
		Sometimes: seen,
		Config: scrutineer.Configs[words.Config, State]{
			Default: words.Default(), Apply: apply, Draw: draw, Shrink: shrink,
		},
		Corpus: corpus,
	}
}

// apply says what depends on a configuration.
func apply(cfg words.Config, p *scrutineer.Protocol[State]) error {
	if err := cfg.Check(); err != nil {
		return err
	}
	p.Nodes = cfg.Nodes + 1
	p.New = func(id scrutineer.NodeID, _ int) scrutineer.Node { return implementation.New(id, cfg) }
	p.Inputs = func(at scrutineer.NodeID, s *State) []scrutineer.Body { return inputs(cfg, at, s) }
	p.Client = client(cfg)
	if !cfg.Fenced { // no token is refused then
		p.Sometimes = maps.Clone(p.Sometimes)
		delete(p.Sometimes, "TokenRefused")
	}
	return nil
}

// inputs are what the environment tells a process of an election, as long as there are to be
// more: to begin one, at first, and then where the leader is taken for dead, rightly or not. In
// Hybrid a failure detector suspects it, and else the membership service forgets it. The
// process that an election waits for may be forgotten too, so that the dead are waited for in
// vain but once.
func inputs(cfg words.Config, at scrutineer.NodeID, s *State) []scrutineer.Body {
	e := &s.Election
	if s.Cell != nil {
		return nil
	}
	if e.Election != nil || e.Rival.Number > 0 {
		if e.Election != nil && e.Election.ID != spec.None && e.Election.ID != at && e.List[e.Election.ID] {
			return []scrutineer.Body{election.Purge{Node: e.Election.ID}}
		}
		return nil
	}
	switch {
	case max(e.ElectionNumber, e.Tag.Election.Number) >= cfg.Elections, e.Leader == at:
		return nil
	case e.Leader == spec.None:
		if at == cfg.Initiator() {
			return []scrutineer.Body{election.Start{}}
		}
		return nil
	}
	switch hybrid := cfg.Protocol.Prefers(); {
	case hybrid && (e.Suspicions == nil || e.Suspicions[e.Leader] == 0):
		return []scrutineer.Body{election.Suspect{Node: e.Leader, Count: 1}}
	case !hybrid && e.List[e.Leader]:
		return []scrutineer.Body{election.Purge{Node: e.Leader}}
	}
	return []scrutineer.Body{election.Start{}}
}

// draw draws two to four processes, any election and object, always with fencing: c and f fit
// whatever else is given.
func draw(c scrutineer.Chooser) words.Config {
	cfg := words.Default()
	cfg.Nodes = 2 + c.Choose("nodes", 3)
	cfg.Protocol = []election.Variant{election.Base, election.Hybrid}[c.Choose("protocol", 2)]
	cfg.Object = []words.Object{words.Register, words.Lock}[c.Choose("object", 2)]
	switch c.Choose("bounds", 3) {
	case 1:
		cfg.F = 1
	case 2:
		cfg.C = 1
	}
	cfg.Elections = []int{2, 4, 1}[c.Choose("elections", 3)]
	cfg.Runs = []int{3, 8}[c.Choose("runs", 2)]
	cfg.Calls = []int{6, 2, 20}[c.Choose("calls", 3)]
	timeouts := []int{500, 100, 30}
	cfg.TimeoutMS, cfg.AnswerMS = timeouts[c.Choose("timeout", 3)], timeouts[c.Choose("answer", 3)]
	return cfg
}

// shrink are changes that make a configuration simpler.
var shrink = []func(*words.Config){
	func(c *words.Config) { c.Nodes-- },
	func(c *words.Config) { c.Protocol = election.Base },
	func(c *words.Config) { c.Elections-- },
	func(c *words.Config) { c.Calls-- },
	func(c *words.Config) { c.Runs-- },
	func(c *words.Config) { c.C-- },
	func(c *words.Config) { c.F-- },
	func(c *words.Config) { c.TimeoutMS, c.AnswerMS = words.Default().TimeoutMS, words.Default().AnswerMS },
}
