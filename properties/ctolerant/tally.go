package ctolerant

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// tally counts the messages of an election as the paper does: a unicast for each send,
// also to oneself, a multicast for each announcement (Lemma 1, CT-9 to CT-11).
type tally struct {
	queries, responses, notifies int // unicasts
	multicasts                   int
	disturbed                    bool // a fault, or a TIMEOUT: Lemma 1 speaks of runs without
}

func (t *tally) observe(e *faults.Event) {
	t.disturbed = t.disturbed || spec.IsFault(e.Action.Name) || e.Action.Timer != ""
	for i := range e.Effects {
		switch effect := &e.Effects[i]; {
		case effect.Kind == impl.Multicast:
			t.multicasts++
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
// runs, empties of which found nobody; "" if nothing is. A run notifies one process, or
// one for each of its c+1 answers where it streams. Where nothing disturbed it, each of
// the 1 + empties runs asks k and is answered by k (Lemma 1: 2k+1 unicasts, 1 multicast).
func (t *tally) judge(cfg words.Config, runs, empties int) string {
	const least = 1
	most := 1
	switch {
	case cfg.Protocol == words.Optimistic && !partial(cfg) && !t.disturbed:
		// the lists are equal and stay so: every answer is the same
	case cfg.Protocol.Streams():
		most = runs * (cfg.C + 1)
	case t.disturbed:
		most = runs
	}
	asked := (1 + empties) * min(cfg.Quorum(), len(cfg.Lists[cfg.Initiator]))
	switch {
	case t.notifies < least || t.notifies > most:
		return fmt.Sprintf("%d processes were notified in %d runs, it must be %d to %d", t.notifies, runs, least, most)
	case t.disturbed:
		return ""
	case runs != 1+empties:
		return fmt.Sprintf("%d runs, %d of them without a result, and nothing has failed", runs, empties)
	case t.queries != asked || t.responses != asked:
		return fmt.Sprintf("%d QUERYs and %d RESPONSEs, it must be %d of each", t.queries, t.responses, asked)
	case t.multicasts != t.notifies:
		return fmt.Sprintf("%d processes were notified, and %d announced themselves", t.notifies, t.multicasts)
	}
	return ""
}
