package ctolerant

import (
	"strings"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// Ghost is the history that LowestLately needs.
type Ghost struct {
	// Lately are the processes that were the lowest alive at some instant since
	// the last run's first QUERY.
	Lately spec.Set
}

func ghost() spec.Ghost[Ghost] {
	return spec.Ghost[Ghost]{Step: func(g Ghost, a spec.Action, up spec.Set) Ghost {
		switch {
		case beginsRun(a):
			return Ghost{Lately: spec.NewSet(spec.Lowest(up))}
		case len(g.Lately) == 0:
			return g
		}
		return Ghost{Lately: g.Lately.With(spec.Lowest(up))}
	}}
}

// beginsRun tells whether the action sends the first QUERYs of a run: a run that
// asks nobody picks nobody.
func beginsRun(a spec.Action) bool {
	whole := a.Name == words.KindStart || a.Timer == words.TimerAwait && !strings.HasPrefix(a.Name, spec.CrashIn(""))
	return whole && len(a.Pick) > 0
}
