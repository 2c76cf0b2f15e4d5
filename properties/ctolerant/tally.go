package ctolerant

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// Tally counts the messages of an election as the paper does: a unicast for each send,
// also to oneself, a multicast for each announcement (Lemma 1, CT-9 to CT-11).
type Tally struct {
	Queries, responses, Notifies int // unicasts
	Multicasts                   int
	Disturbed                    bool // a fault, a TIMEOUT or churn: Lemma 1 speaks of runs without
}

// Count counts what an event sends.
func (t *Tally) Count(e *world.Event) {
	t.Disturbed = t.Disturbed || e.Action.IsFault() || e.Action.Timer != "" || isChurn(e.Action.Name)
	for i := range e.Effects {
		switch effect := &e.Effects[i]; {
		case effect.Kind == impl.Multicast:
			if _, ok := effect.Body.(words.Leader); ok {
				t.Multicasts++
			}
		case effect.Kind == impl.Send:
			switch effect.Body.(type) {
			case words.Query:
				t.Queries++
			case words.Response:
				t.responses++
			case words.Notify:
				t.Notifies++
			}
		}
	}
}

// Unicasts is how many messages went from one process to one.
func (t *Tally) Unicasts() int { return t.Queries + t.responses + t.Notifies }

// judge says what is wrong with the counts of an election that is over after so many
// runs, empties of which found nobody; "" if nothing is. Processes were to be notified least to due
// times: once in a run, and where it streams whenever an answer changes the lowest that
// is left, so c+1 times at most (CT-10, CT-11), and once more where that one is doubted (D23):
// by an answer that changes nothing, so c+1 times at most all the same. Where nothing disturbed it, each of
// the 1 + empties runs asks k and is answered by k (Lemma 1: 2k+1 unicasts, 1 multicast).
func (t *Tally) judge(cfg words.Config, runs, empties, least, due int) string {
	asked := (1 + empties) * min(cfg.Quorum(), len(cfg.Lists[cfg.Initiator]))
	switch {
	case t.Notifies < least || t.Notifies > due || !cfg.Protocol.Streams() && t.Notifies > runs:
		return fmt.Sprintf("processes were notified %d times in %d runs, by the answers it must be %d to %d",
			t.Notifies, runs, least, due)
	case t.Disturbed:
		return ""
	case t.Queries != asked || t.responses != asked:
		return fmt.Sprintf("%d QUERYs and %d RESPONSEs, it must be %d of each", t.Queries, t.responses, asked)
	case t.Multicasts != t.Notifies:
		return fmt.Sprintf("%d processes were notified, and %d announced themselves", t.Notifies, t.Multicasts)
	}
	return ""
}
