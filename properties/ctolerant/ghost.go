package ctolerant

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// Ghost is the history that properties need and no process keeps. What is kept of initiators
// has an element for each process.
type Ghost struct {
	// Lately are the processes that were the lowest of the group at some instant since the
	// initiator's last run began to ask.
	Lately []spec.Set
	// Heard are the answers of the initiator's last run.
	Heard []Heard
	// Empties is how often the initiator began again because the answers left nobody.
	Empties []int
	// Answered are the lists from which the initiator's last run was answered.
	Answered []Answered
	// Lacked has for each initiator that lives, and each process of the group, who of the group
	// has lacked it at some instant since the initiator's last run began to ask; nil unless c is held
	// over runs.
	Lacked [][]spec.Set
	// Troubled tells of each initiator whether something has happened since then for which that
	// run may have to be repeated; nil where nobody asks.
	Troubled []bool
	// Caused tells that a crash, a loss or a premature timeout has happened, or that somebody
	// has left. Budget and state show it too, so that no TLA+ module needs it.
	Caused bool `tla:"-"`
	// Membership is who is in the group, and the lists; a TLA+ module sees both.
	Membership membership `tla:"-"`
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
	// Missed tells that the lowest of the group stood in none of the lists of those c+1.
	Missed bool
}

// Answered are the lists of those that have answered a run, at the time of their answers. It
// is kept where lists change otherwise than by purges.
type Answered struct {
	// Run is the newest of which a QUERY was answered.
	Run int
	// Lists has for each process whom its list held at one of its answers.
	Lists []spec.Set
	// Older has for each process whom its list held at one of its answers to an older run, where
	// such answers count (D4).
	Older []spec.Set
}

// unanswered is what is known of a group of nodes processes before any has answered.
func unanswered(nodes int) Answered {
	return Answered{Lists: make([]spec.Set, nodes), Older: make([]spec.Set, nodes)}
}

// someoneSees reports whether the list of one of those processes held the other one when it
// answered that run. Where lists change and a newer run has been answered it is not known,
// and nothing is said against it: nobody decides on that run any more.
func (r Answered) someoneSees(cfg words.Config, of spec.Set, run int, wouldBe spec.NodeID) bool {
	if len(cfg.Churn) > 0 && r.Run != run {
		return true
	}
	return slices.ContainsFunc(of, func(k spec.NodeID) bool {
		if len(cfg.Churn) > 0 {
			return r.Lists[k].Has(wouldBe)
		}
		return seen(cfg, cfg.Lists, k).Has(wouldBe) // as long as it loses only the dead
	})
}

// someoneSaw reports whether the list of one of those processes, on whose answers an initiator
// decides, held the other one at one of its answers that count.
func (r Answered) someoneSaw(cfg words.Config, of spec.Set, wouldBe spec.NodeID) bool {
	return r.someoneSees(cfg, of, r.Run, wouldBe) ||
		slices.ContainsFunc(of, func(k spec.NodeID) bool { return len(cfg.Churn) > 0 && r.Older[k].Has(wouldBe) })
}

// withLowest returns the lowest of each initiator's last run with the present one.
func withLowest(lately []spec.Set, a spec.Action, lowest spec.NodeID) []spec.Set {
	all, begins := lately, beginsRun(a)
	for i, since := range lately {
		switch {
		case begins && spec.NodeID(i) == a.At:
			since = spec.NewSet(lowest)
		case len(since) > 0:
			since = since.With(lowest)
		}
		if !since.Equal(lately[i]) {
			all = slices.Clone(all)
			all[i] = since
		}
	}
	return all
}

// with returns what was answered with one answer more.
func (r Answered) with(cfg words.Config, run int, k spec.NodeID, list spec.Set) Answered {
	old := cfg.Interprets(words.AcceptOld)
	switch {
	case run < r.Run && !old:
		return r
	case run < r.Run:
		r.Older = slices.Clone(r.Older)
		r.Older[k] = r.Older[k].Union(list)
		return r
	case run == r.Run:
		r.Lists = slices.Clone(r.Lists)
	default:
		older := r.Older
		if old {
			older = slices.Clone(older)
			for i := range older {
				older[i] = older[i].Union(r.Lists[i])
			}
		}
		r = Answered{Run: run, Lists: make([]spec.Set, len(r.Lists)), Older: older}
	}
	r.Lists[k] = r.Lists[k].Union(list)
	return r
}

// with returns what was heard with one RESPONSE more.
func (h Heard) with(
	cfg words.Config, from spec.NodeID, r words.Response, lowest spec.NodeID, answered Answered,
) Heard {
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
		h.Missed = !answered.someoneSees(cfg, h.From, h.Run, lowest)
		h.From, h.Proposed, h.Reported = nil, nil, nil
	}
	return h
}

// seen is the list from which a process answers, where the lists are these.
func seen(cfg words.Config, lists []spec.Set, k spec.NodeID) spec.Set {
	if cfg.Interprets(words.OmitSelf) {
		return lists[k].Without(k)
	}
	return lists[k]
}
