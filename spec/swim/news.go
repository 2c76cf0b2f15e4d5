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

// replaces reports whether news of a member replaces the known entry at time now. With times the later entry wins.
func (d detector) replaces(news, known words.Entry, now int) bool {
	if !d.Timed() {
		return d.beats(news, known)
	}
	later := news.Incarnation > known.Incarnation
	switch {
	case known.Status == words.Unknown || news.Status == words.Unknown:
		return known.Status != news.Status && news.Status != words.Unknown
	case news.Status == words.Alive && known.Status == words.Dead:
		return later && now-news.Incarnation <= 1+d.Patience
	case news.Status == words.Suspect && known.Status != words.Alive:
		return false // of two suspicions the one that is known stays, and no suspicion undoes a removal
	case news.Status == words.Dead && known.Status == words.Suspect:
		return true
	}
	return later
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
			if !d.Timed() && refutes && e.Incarnation >= known.Incarnation {
				known.Incarnation = e.Incarnation + 1
				o.Local = d.with(o.Local, known)
				o.Effects = append(o.Effects, spec.SaveRecord(words.Record{Incarnation: known.Incarnation}))
			}
		case d.replaces(e, known, p.Table[self].Incarnation):
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
