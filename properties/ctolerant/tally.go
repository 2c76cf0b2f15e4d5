package ctolerant

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// tally counts the messages of an election as the paper does: a unicast for each send,
// also to oneself, a multicast for each announcement (Lemma 1, CT-9 to CT-11).
type tally struct {
	queries, responses, notifies int // unicasts
	multicasts                   int
	disturbed                    bool // a fault, a TIMEOUT or churn: Lemma 1 speaks of runs without
}

func (t *tally) observe(e *world.Event) {
	t.disturbed = t.disturbed || spec.IsFault(e.Action.Name) || e.Action.Timer != "" || isChurn(e.Action.Name)
	for i := range e.Effects {
		switch effect := &e.Effects[i]; {
		case effect.Kind == impl.Multicast:
			if _, ok := effect.Body.(words.Leader); ok {
				t.multicasts++
			}
		case effect.Kind == impl.Send:
			switch effect.Body.(type) {
			case words.Query:
				t.queries++
			case words.Response:
				t.responses++
			case words.Notify:
				t.notifies++
			}
		}
	}
}

// unicasts is how many messages went from one process to one.
func (t *tally) unicasts() int { return t.queries + t.responses + t.notifies }

// judge says what is wrong with the counts of an election that is over after so many
// runs, empties of which found nobody; "" if nothing is. Processes were to be notified due
// times: once in a run, and where it streams whenever an answer changes the lowest that
// is left, so c+1 times at most (CT-10, CT-11). Where nothing disturbed it, each of
// the 1 + empties runs asks k and is answered by k (Lemma 1: 2k+1 unicasts, 1 multicast).
func (t *tally) judge(cfg words.Config, runs, empties, due int) string {
	asked := (1 + empties) * min(cfg.Quorum(), len(cfg.Lists[cfg.Initiator]))
	switch {
	case t.notifies < 1 || t.notifies > due || !cfg.Protocol.Streams() && t.notifies > runs:
		return fmt.Sprintf("processes were notified %d times in %d runs, by the answers it must be 1 to %d",
			t.notifies, runs, due)
	case t.disturbed:
		return ""
	case t.queries != asked || t.responses != asked:
		return fmt.Sprintf("%d QUERYs and %d RESPONSEs, it must be %d of each", t.queries, t.responses, asked)
	case t.multicasts != t.notifies:
		return fmt.Sprintf("%d processes were notified, and %d announced themselves", t.notifies, t.multicasts)
	}
	return ""
}
