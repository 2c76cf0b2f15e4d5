package diagram

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/diff"
	"github.com/scrutineer-go/scrutineer/spec"
)

// sayColours is how many texts are told apart by their colour.
const sayColours = 6

// bandsOf finds all bands.
func (l *layout) bandsOf() {
	l.sayings()
	for i := range l.Faults {
		for _, s := range l.Faults[i].Spans {
			b := band{at: s.Node, first: l.rowAt(s.Begin), end: l.rowAt(s.End), text: badged([]int{i}, s.Text), say: -1}
			if b.first < len(l.Lines) && b.first < b.end {
				b.slot = l.freeSlot(&b)
				l.bands = append(l.bands, b)
			}
		}
	}
}

// sayings makes bands of what is said: each lasts until something else is.
func (l *layout) sayings() {
	var texts []string
	open := map[spec.NodeID]int{} // places of bands that go on
	for _, s := range l.Says {
		row, shown := l.row[s.Event]
		if !shown {
			break
		}
		if i, ok := open[s.At]; ok {
			if l.bands[i].text == s.Text {
				continue
			}
			l.bands[i].end = row
			delete(open, s.At)
		}
		if s.Text == "" {
			continue
		}
		say := slices.Index(texts, s.Text)
		if say < 0 {
			say, texts = len(texts), append(texts, s.Text)
		}
		open[s.At] = len(l.bands)
		l.bands = append(l.bands, band{at: s.At, first: row, end: len(l.Lines), text: s.Text, say: say % sayColours})
	}
}

// rowAt is the first row that does not happen before a time.
func (l *layout) rowAt(t faults.Time) int {
	for i := range l.Lines {
		if l.Lines[i].At >= t {
			return i
		}
	}
	return len(l.Lines)
}

// freeSlot is the first in which no fault is at the same process at that time.
func (l *layout) freeSlot(b *band) int {
	for slot := 0; ; slot++ {
		if !slices.ContainsFunc(l.bands, func(o band) bool {
			return o.say < 0 && o.slot == slot && o.at == b.at && o.first < b.end && b.first < o.end
		}) {
			return slot
		}
	}
}

// undersOf writes the text of each band below its first row.
func (l *layout) undersOf() {
	for i := range l.bands {
		b := &l.bands[i]
		u := under{at: b.at, row: b.first, text: b.text, class: "span"}
		if b.say >= 0 {
			u.class = sayClass(b.say)
		}
		for _, o := range l.unders {
			if o.row == u.row && o.at == u.at {
				u.place++
			}
		}
		l.unders = append(l.unders, u)
	}
}

func sayClass(say int) string { return "say" + string(rune('0'+say)) }

// underLines is how many lines are written below the mark of a row.
func (l *layout) underLines(row int) int {
	lines := 0
	for _, u := range l.unders {
		if u.row == row {
			lines = max(lines, u.place+1)
		}
	}
	return lines
}

// underRoom is how wide a text below a mark may be: up to the next one of the same row.
func (l *layout) underRoom(u *under) int {
	next := spec.NodeID(l.Nodes)
	for _, o := range l.unders {
		if o.row == u.row && o.at > u.at {
			next = min(next, o.at)
		}
	}
	if int(next) == l.Nodes {
		return l.edge(u.at, 1) - underAway
	}
	return l.x(next) - l.x(u.at) - underAway - spanAway - l.spansAt(next)*slotWidth
}

// spansAt is how many faults are beside a lifeline at once.
func (l *layout) spansAt(at spec.NodeID) int {
	n := 0
	for i := range l.bands {
		if b := &l.bands[i]; b.say < 0 && b.at == at {
			n = max(n, b.slot+1)
		}
	}
	return n
}

// How far from a lifeline a text below a mark begins, where what is beside it begins, and how
// much further each more of that.
const (
	underAway = 10
	spanAway  = 13
	slotWidth = 7
)

// band draws one.
func (p *page) band(b *band) {
	top, bottom := 0, p.bottom
	if b.first > 0 || b.say >= 0 {
		top = p.y[b.first]
	}
	if b.end < len(p.y) {
		bottom = p.y[b.end]
	}
	x, width, class := p.x(b.at)-5, 10, "said "+sayClass(b.say)
	if b.say < 0 {
		x, width, class = p.x(b.at)-spanAway-b.slot*slotWidth, 5, "there"
	}
	p.f(`<g data-band="%s" data-process="%d"><title>%s</title><rect class="%s" x="%d" y="%d" width="%d" height="%d" `+
		`rx="2"/></g>`+"\n", escape(b.text), int(b.at), escape("process "+b.at.String()+": "+b.text), class,
		x, top, width, bottom-top)
}

// under writes a text below a mark.
func (p *page) under(u *under) {
	left, right := p.stubs(p.Lines[u.row].N)
	y := p.y[u.row] + stubHeight*max(left, right) + 16 + lineHeight*u.place
	p.text(p.x(u.at)+underAway, y, "start", p.labelClass(u.row, u.class), diff.Abbreviate(u.text, p.underRoom(u)*2/13))
}
