package swim

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// beats reports whether news of a member replaces what is known of it (SWIM, section 4.2).
func (d detector) beats(news, known words.Entry) bool {
	later, same := news.Incarnation > known.Incarnation, news.Incarnation == known.Incarnation
	removed := known.Status == words.Dead
	switch news.Status {
	case words.Alive:
		return later && (!removed || d.Returns)
	case words.Suspect:
		return later && (!removed || d.Returns) || same && known.Status == words.Alive
	default:
		if d.Returns {
			return later || same && !removed
		}
		return !removed
	}
}

// hearing is an outcome that goes on.
type hearing struct{ outcome }

// hear takes news of all processes. A process that is suspected, or that was removed and may return, in its own
// incarnation or a later one refutes that with the next.
func (d detector) hear(p Local, self spec.NodeID, news []words.Entry) hearing {
	h := hearing{outcome{Local: p}}
	table := slices.Clone(p.Table)
	for id := range table {
		member, known := spec.NodeID(id), &table[id]
		switch {
		case member == self:
			refutes := news[id].Status == words.Suspect || news[id].Status == words.Dead && d.Returns
			if refutes && news[id].Incarnation >= known.Incarnation {
				known.Incarnation = news[id].Incarnation + 1
				h.Effects = append(h.Effects, spec.SaveRecord(words.Record{Incarnation: known.Incarnation}))
			}
		case d.beats(news[id], *known):
			if *known = news[id]; known.Status == words.Suspect {
				h.Arm = h.Arm.With(words.Suspicion(member))
			} else {
				h.Disarm = h.Disarm.With(words.Suspicion(member))
			}
		}
	}
	h.Local.Table = table
	return h
}

func (h hearing) send(to spec.NodeID, body spec.Body) outcome {
	h.Effects = append(h.Effects, spec.SendTo(to, body))
	return h.outcome
}
