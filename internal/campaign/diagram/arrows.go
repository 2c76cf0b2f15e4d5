package diagram

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/scrutineer-go/scrutineer/internal/diff"
)

// shape is how an arrow runs: a slant, and then level to where its end has a row of
// its own, so that the label above the level part meets no other.
type shape struct {
	path   string
	x2, y2 int
	dir    int // 1 to the right, -1 to the left
	open   bool
	head   bool
	label  place
}

// place is where a label stands.
type place struct {
	x, y   int
	anchor string
}

// beside returns a place from which a label runs in a direction.
func beside(x, y, dir int) place {
	if dir < 0 {
		return place{x, y, "end"}
	}
	return place{x, y, "start"}
}

// shape decides how a copy is drawn.
func (l *layout) shape(i int) shape {
	c := &l.copies[i]
	x, y := l.x(c.From), l.y[l.row[c.Sent]]
	dir := 1
	if c.To < c.From {
		dir = -1
	}
	s := shape{dir: dir, head: c.Fate == Delivered || c.Fate == Duplicate}
	if c.Fate == Open {
		s.open = true
		s.x2, s.y2 = x+dir*stubLong, y+10+stubHeight*l.earlierStubs(c)
		s.path = fmt.Sprintf("M%d %dL%d %dH%d", x, y, x+dir*24, s.y2, s.x2-dir*3)
		s.label = beside(s.x2+dir*7, s.y2+4, dir)
		return s
	}
	s.y2 = l.y[l.row[c.At]]
	switch {
	case c.Fate == Dropped:
		s.x2 = x + dir*min(l.lane*2/5, dropMost)
		s.path = fmt.Sprintf("M%d %dL%d %d", x, y, s.x2, s.y2)
		s.label = beside(s.x2+dir*10, s.y2+4, dir)
	case c.From == c.To:
		side := 1
		if l.mirrored(c.From, c.To) {
			side = -1
		}
		s.loop(x, y, x+side*(24+loopStep*l.slots[i]), side)
	default:
		s.x2 = l.x(c.To) - dir*5
		if c.Fate == Lost {
			s.x2 -= dir * 12
		}
		span := max(int(c.To-c.From), int(c.From-c.To)) * l.lane
		level := min(textWidth(l.label(c))+18, max(l.lane-34, span-l.lane/2))
		s.bend(x, y, s.x2-dir*level)
		s.label = beside(s.x2-dir*9, s.y2-6, -dir)
	}
	return s
}

// bend runs from the sender to a corner, which is rounded, and level from there.
func (s *shape) bend(x, y, corner int) {
	dx, dy := corner-x, s.y2-y
	long := max(dx, -dx, dy, 1)
	r := min(12, long/2)
	s.path = fmt.Sprintf("M%d %dL%d %dQ%d %d %d %dH%d", x, y, corner-dx*r/long, s.y2-dy*r/long,
		corner, s.y2, corner+s.dir*r, s.y2, s.x2)
}

// loop runs from a process to itself, at a side of its lifeline: 1 for the right.
func (s *shape) loop(x, y, out, side int) {
	end := x + side*5
	s.dir = -side
	if !s.head {
		end = out
	}
	s.path = fmt.Sprintf("M%d %dQ%d %d %d %dV%dQ%d %d %d %dH%d", x, y, out, y+4, out, y+15, s.y2-10,
		out, s.y2, out-side*8, s.y2, end)
	s.x2, s.label = end, beside(out+side*6, s.y2-6, side)
	if !s.head {
		s.path = fmt.Sprintf("M%d %dQ%d %d %d %dV%d", x, y, out, y+4, out, y+15, s.y2)
		s.label = beside(out+side*10, s.y2+4, side)
	}
}

// loopSlots keeps apart what a process sends to itself at the same time.
func (l *layout) loopSlots() {
	l.slots = make([]int, len(l.copies))
	for i := range l.copies {
		c := &l.copies[i]
		if c.From != c.To || c.Fate == Open {
			continue
		}
		var taken [loopSlots]bool
		for j := range i {
			if o := &l.copies[j]; o.From == c.From && o.To == c.To && o.At > c.Sent {
				taken[l.slots[j]] = true
			}
		}
		l.slots[i] = max(slices.Index(taken[:], false), 0)
	}
}

// earlierStubs counts the open copies of the same event on the same side that stand
// above this one.
func (l *layout) earlierStubs(c *flight) int {
	n := 0
	for i := range l.copies {
		o := &l.copies[i]
		if o.Copy == c.Copy {
			break
		}
		if o.Sent == c.Sent && o.Fate == Open && (o.To < o.From) == (c.To < c.From) {
			n++
		}
	}
	return n
}

// arrow draws a copy.
func (p *page) arrow(i int) {
	c, s := &p.copies[i], p.shape(i)
	class := "arrow unicast"
	if c.multicast {
		class = "arrow multicast"
	}
	if c.second > 0 {
		class += " second"
	}
	if len(p.badges.copies[c.Copy]) > 0 {
		class += " named"
	}
	p.f(`<g class="%s" data-copy="%d" data-kind="%s" data-from="%d" data-to="%d" `+
		`data-sent="%d" data-at="%d" data-fate="%s">`, class, c.Copy, escape(c.Kind), int(c.From), int(c.To),
		c.Sent, c.At, c.Fate)
	p.f(`<title>%s</title><path d="%s"/>`, escape(p.story(c)), s.path)
	if s.head {
		p.f(`<path class="head" d="M%d %dL%d %dL%d %dZ"/>`, s.x2, s.y2, s.x2-s.dir*9, s.y2-4, s.x2-s.dir*9, s.y2+4)
	}
	if s.open {
		p.f(`<circle cx="%d" cy="%d" r="3"/>`, s.x2, s.y2)
	}
	p.f("</g>\n")
}

// arrowLabel writes what a copy says, near its end.
func (p *page) arrowLabel(i int) {
	c, s := &p.copies[i], p.shape(i)
	class := "unicast"
	if c.multicast {
		class = "multicast"
	}
	row := p.row[c.At]
	if c.Fate == Open {
		row = p.row[c.Sent]
	}
	p.text(s.label.x, s.label.y, s.label.anchor, p.labelClass(row, class), p.label(c))
}

// story tells all of a copy, for a pointer that rests on it.
func (p *page) story(c *flight) string { return p.fate(c) + p.because(p.ofArrow(c)) }

func (p *page) fate(c *flight) string {
	text := fmt.Sprintf("copy %d, %s, %s → %s, sent in event %d", c.Copy, c.text, c.From, c.To, c.Sent)
	if c.multicast {
		text += " by multicast"
	}
	if c.second > 0 {
		text += fmt.Sprintf(" as a second one of copy %d", c.second)
	}
	switch c.Fate {
	case Open:
		return text + ", never arrived"
	case Duplicate:
		return text + fmt.Sprintf(", delivered in event %d", c.At)
	}
	return text + fmt.Sprintf(", %s in event %d", c.Fate, c.At)
}

// label is what is written beside an arrow. It may be as long as there is room up to where the
// picture ends, as there is no other one in its row.
func (l *layout) label(c *flight) string {
	dir := 1
	if c.To < c.From {
		dir = -1
	}
	text, to := badged(l.ofArrow(c), c.text), ""
	room := 0
	switch {
	case c.Fate == Open:
		to, room = " → "+c.To.String(), l.edge(c.From, dir)-stubLong-7
	case c.Fate == Dropped:
		to, room = " → "+c.To.String(), l.edge(c.From, dir)-dropMost-10
	case c.From == c.To:
		if l.mirrored(c.From, c.To) {
			dir = -1
		}
		room = l.edge(c.To, dir) - 24 - loopStep*loopSlots - 10
	default:
		room = l.edge(c.To, -dir) - 28
	}
	return diff.Abbreviate(text, max(leastLabel, room*2/13-utf8.RuneCountInString(to))) + to
}

// leastLabel is how many characters of a label are shown where there is no room for any: copies of
// a process to itself may go round up to the picture's edge.
const leastLabel = 8
