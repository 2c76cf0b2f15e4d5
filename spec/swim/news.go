package swim

import (
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// beats reports whether news of a member replaces what is known of it (SWIM, section 4.2).
func (d detector) beats(news, known words.Entry) bool {
	later, same := news.Incarnation > known.Incarnation, news.Incarnation == known.Incarnation
	removed := known.Status == words.Dead
	if known.Status == words.Unknown || news.Status == words.Unknown {
		return known.Status != news.Status && news.Status != words.Unknown
	}
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

// hear takes the news of a message. If these say that the process itself is suspected, or that it was removed and may
// return, in its own incarnation or a later one, it refutes that with the next incarnation.
func (d detector) hear(p Local, self spec.NodeID, news words.News) outcome {
	o := outcome{Local: p}
	for _, e := range news {
		known := p.Table[e.Member]
		switch {
		case e.Member == self:
			refutes := e.Status == words.Suspect || e.Status == words.Dead && d.Returns
			if refutes && e.Incarnation >= known.Incarnation {
				known.Incarnation = e.Incarnation + 1
				o.Local = d.with(o.Local, known)
				o.Effects = append(o.Effects, spec.SaveRecord(words.Record{Incarnation: known.Incarnation}))
			}
		case d.beats(e, known):
			o.Local = d.with(o.Local, e)
			if e.Status == words.Suspect {
				o.Arm = o.Arm.With(words.Suspicion(e.Member))
			} else {
				o.Disarm = o.Disarm.With(words.Suspicion(e.Member))
			}
		}
	}
	return o
}
