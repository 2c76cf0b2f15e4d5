package ctolerant

import (
	"strings"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// Ghost is the history that properties need and no process keeps.
type Ghost struct {
	// Lately are the processes that were the lowest alive at some instant since
	// the last run's first QUERY.
	Lately spec.Set
	// Heard are the answers of the last run.
	Heard Heard
	// Caused tells that a crash, a loss or a premature timeout has happened. A budget
	// shows it too, so that no TLA+ module needs it.
	Caused bool `tla:"-"`
	// Empties is how often the election began again because the answers left nobody.
	Empties int
}

// Heard is what the answers to one run say, read from the RESPONSEs that are delivered.
type Heard struct {
	// Run is the newest that a RESPONSE has answered, From whose they were. With the
	// (c+1)-th From, Proposed and Reported are evaluated and forgotten.
	Run  int
	From spec.Set
	// Proposed and Reported unite the candidates and the unhealthy of the answers.
	Proposed, Reported spec.Set
	// Chosen is the lowest that was proposed and not reported in c+1 answers, None before.
	Chosen spec.NodeID
	// Missed tells that the lowest alive stood in none of the lists of those c+1.
	Missed bool
}

func ghost(cfg words.Config) spec.Ghost[Ghost] {
	return spec.Ghost[Ghost]{
		Init: Ghost{Heard: Heard{Chosen: spec.None}},
		Step: func(g Ghost, a spec.Action, up spec.Set) Ghost {
			g.Caused = g.Caused || isCause(a.Name)
			switch {
			case beginsRun(a):
				g.Lately = spec.NewSet(spec.Lowest(up))
			case len(g.Lately) > 0:
				g.Lately = g.Lately.With(spec.Lowest(up))
			}
			if r, ok := a.Msg.Body.(words.Response); ok && a.Name == deliverResponse {
				g.Heard = g.Heard.with(cfg, a.Msg.From, r, up)
				if len(a.Pick) > 0 {
					g.Empties++
				}
			}
			return g
		},
	}
}

// with returns what was heard with one RESPONSE more.
func (h Heard) with(cfg words.Config, from spec.NodeID, r words.Response, up spec.Set) Heard {
	switch {
	case r.Run < h.Run, r.Run == h.Run && h.Chosen != spec.None:
		return h
	case r.Run > h.Run:
		h = Heard{Run: r.Run, Chosen: spec.None}
	case h.From.Has(from):
		return h
	}
	h.From = h.From.With(from)
	h.Proposed, h.Reported = h.Proposed.Union(r.Candidates), h.Reported.Union(r.Unhealthy)
	if len(h.From) > cfg.C {
		h.Chosen = spec.Lowest(h.Proposed.Minus(h.Reported))
		h.Missed = !someoneSees(cfg, h.From, spec.Lowest(up))
		h.From, h.Proposed, h.Reported = nil, nil, nil
	}
	return h
}

// seen is the list from which a process answers, as long as it loses only the dead.
func seen(cfg words.Config, k spec.NodeID) spec.Set {
	if cfg.Reads(words.OmitSelf) {
		return cfg.Lists[k].Without(k)
	}
	return cfg.Lists[k]
}

// someoneSees tells whether the list of one of those processes holds the other one.
func someoneSees(cfg words.Config, of spec.Set, wouldBe spec.NodeID) bool {
	for _, k := range of {
		if seen(cfg, k).Has(wouldBe) {
			return true
		}
	}
	return false
}

// isCause tells whether an action of that name is why a run may have to be repeated.
func isCause(name string) bool {
	return spec.IsFault(name) && !strings.HasPrefix(name, spec.Duplicate(""))
}

const deliverResponse = "DeliverResponse"

// beginsRun tells whether the action sends the first QUERYs of a run: a run that
// asks nobody picks nobody.
func beginsRun(a spec.Action) bool {
	begins := a.Name == words.KindStart || a.Name == deliverResponse ||
		a.Timer == words.TimerAwait && !strings.HasPrefix(a.Name, spec.CrashIn(""))
	return begins && len(a.Pick) > 0
}
