package ctolerant

import (
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// plan is what the configuration says of the changes at one process. It never changes.
type plan struct {
	// joins is set where the process is outside until its first change.
	joins bool
	// gone is the Version with which it has left, 0 where it stays.
	gone int
	// keepsAnnounced is set where Announced is kept.
	keepsAnnounced bool
}

func planOf(id spec.NodeID, cfg words.Config) plan {
	var p plan
	changes, joiners := 0, false
	for _, c := range cfg.Churn {
		joiners = joiners || c.Does == words.Joins
		if c.At != id {
			continue
		}
		changes++
		switch c.Does {
		case words.Joins:
			p.joins = true // the first that it does
		case words.Leaves:
			p.gone = changes // the last
		}
	}
	compares := cfg.Rule == words.Run || cfg.Rule == words.Tagged
	p.keepsAnnounced = joiners && compares && !cfg.Interprets(words.JoinUnanswered)
	return p
}
