package rsdp

import (
	"slices"

	implementation "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// local reads a process of the implementation as the specification sees it. It forgets in which order
// SHAREs have come, but where a reducer goes by that.
func local(cfg words.Config) func(spec.NodeID, *implementation.State) specification.Local {
	return func(_ spec.NodeID, s *implementation.State) specification.Local { return read(cfg, s) }
}

// read reads what a process that is up knows.
func read(cfg words.Config, s *implementation.State) specification.Local {
	l := specification.Local{
		On: s.On, Life: s.Life, Number: s.Number, Debating: s.Debating, Due: s.Due, Again: s.Again,
		Injected: s.Injected, Shares: ballots(cfg, s.Shares), Next: ballots(cfg, s.Next), Lives: s.Lives,
		Values: spec.Sequence[any](s.Values), Told: spec.Sequence[any](s.Told),
	}
	statuses := slices.Clone(s.Statuses)
	slices.SortStableFunc(statuses, func(a, b implementation.Status) int { return int(a.From) - int(b.From) })
	for _, x := range statuses {
		l.Statuses = append(l.Statuses, specification.Status{
			From: x.From, Session: x.Session, Life: x.Life, Data: x.Data,
		})
	}
	for _, x := range s.Closes {
		l.Closes = append(l.Closes, specification.Close{From: x.From, Life: x.Life})
	}
	for _, x := range s.Hellos {
		l.Hellos = append(l.Hellos, specification.Hello{From: x.From, Session: x.Session})
	}
	l.Gone = setOf(s.Gone)
	return l
}

// setOf are the processes that are marked.
func setOf(marked []bool) (set spec.Set) {
	for id, is := range marked {
		if is {
			set = append(set, spec.NodeID(id))
		}
	}
	return set
}

// ballots reads a buffer of SHAREs. Only the latest source of truth goes by which came last, and only
// ties that are broken by arrival by the whole order.
func ballots(cfg words.Config, shares []implementation.Share) (read spec.Sequence[specification.Share]) {
	runs := func(reducer string) bool { return slices.Contains(cfg.Reducers, reducer) }
	shares = slices.Clone(shares)
	if !runs(words.Popular) || !cfg.Interprets(words.TieArrival) {
		others := shares
		if runs(words.Latest) && len(shares) > 0 {
			others = shares[:len(shares)-1]
			alone := len(cfg.Reducers) == 1 && !cfg.Interprets(words.KeepsRepeats) && !cfg.Interprets(words.Union)
			if alone {
				shares, others = shares[len(shares)-1:], nil
			}
		}
		slices.SortStableFunc(others, func(a, b implementation.Share) int { return int(a.From) - int(b.From) })
	}
	for _, x := range shares {
		read = append(read, specification.Share{From: x.From, Life: x.Life, Data: x.Data})
	}
	return read
}
