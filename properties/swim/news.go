package swim

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// The properties spread and heals need news that are not lost. Runs judge them if messages carry whole tables; if news
// are bounded, the cases alone do.
const (
	nameSpread = "Spread"
	nameHeals  = "Heals"
)

// newsBounded is SW-8: no message carries more entries than it may, but the answer to a JOIN.
func newsBounded(cfg words.Config, st judged) error {
	if !cfg.Bounded() {
		return nil
	}
	for _, m := range st.State.State.Flight {
		if news := words.NewsOf(m.Body); len(news) > cfg.NewsMost && m.Body.Kind() != words.KindJoined {
			return fmt.Errorf("%s to %s carries %d entries, more than %d", m.Body.Kind(), m.To, len(news), cfg.NewsMost)
		}
	}
	return nil
}

// spread: each process in the group knows the incarnation of each other one. It is not demanded if a process has removed
// another one, nor if no prober is left, or no contact: then news may have no way.
func spread(cfg words.Config, g group) error {
	var late error
	for _, i := range g.members {
		for _, j := range g.members {
			switch e, own := g.local(i).Table[j], g.local(j).Table[j]; {
			case e.Status == words.Dead:
				return nil
			case e.Status == words.Unknown || e.Incarnation != own.Incarnation:
				late = fmt.Errorf("%s has %+v of %s, which has %+v", i, e, j, own)
			}
		}
	}
	if !slices.ContainsFunc(g.members, cfg.Probers.Has) || !slices.ContainsFunc(g.members, cfg.Contacts().Has) {
		return nil
	}
	return late
}
