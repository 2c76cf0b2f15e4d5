package diagram

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/spec"
)

// picture writes the diagram: what is written last lies on top.
func (p *page) picture() {
	p.f(`<svg class="picture" width="%d" height="%d" viewBox="0 0 %d %d" role="img" aria-label="%s">`+"\n",
		p.width, p.height, p.width, p.height, "Sequence diagram; the table below says the same in words")
	p.f("<g id=\"picture\">\n")
	for i := range p.marks {
		m := &p.marks[i]
		top, bottom := p.y[m.row]-17, p.markY(m)+markHeight*(len(m.lines)-1)+7
		p.f(`<rect class="band" x="0" y="%d" width="%d" height="%d"/>`+"\n", top, p.width-4, bottom-top)
	}
	p.numbers()
	for i := range p.bands {
		p.band(&p.bands[i])
	}
	for id := range p.Nodes {
		p.lifeline(spec.NodeID(id))
	}
	for i := range p.copies {
		p.arrow(i)
	}
	for i := range p.Lines {
		p.event(i)
	}
	for i := range p.copies {
		p.arrowLabel(i)
	}
	for i := range p.Lines {
		p.note(i)
	}
	for i := range p.unders {
		p.under(&p.unders[i])
	}
	for i := range p.marks {
		p.remark(&p.marks[i])
	}
	p.f("</g>\n</svg>\n")
}

// numbers writes numbers, times, what clocks read, and gaps.
func (p *page) numbers() {
	for i := range p.Lines {
		n := p.Lines[i].N
		p.f(`<a href="#e%d" id="d%d">`, n, n)
		p.text(numberRight, p.y[i]+4, "end", "number", fmt.Sprint(n))
		p.f("</a>")
		class := "time"
		if i > 0 && p.Lines[i-1].At == p.Lines[i].At {
			class = "time same"
		}
		p.text(timeRight, p.y[i]+4, "end", class, short(p.Lines[i].At))
		if now, off := reading(&p.Lines[i]); p.clocks && now != "" {
			class = "clock same"
			if off {
				class = "clock"
			}
			p.text(p.gutter-gutterSpace, p.y[i]+4, "end", class, now)
		}
	}
	for _, g := range p.gaps {
		p.text(timeRight, g.y+4, "end", "gap", "⋮ "+g.text)
		p.f(`<path class="gapline" d="M%d %dH%d"/>`+"\n", p.gutter, g.y, p.right-8)
	}
}

// lifeline draws a process: broken where it is down, and how it ended.
func (p *page) lifeline(id spec.NodeID) {
	x, from, up := p.x(id), 0, true
	p.f(`<g class="life" data-node="%d">`+"\n", int(id))
	until := func(y int) {
		class := "up"
		if !up {
			class = "down"
		}
		p.f(`<path class="%s" d="M%d %dV%d"/>`+"\n", class, x, from, y)
		from = y
	}
	for i := range p.Lines {
		if p.markNode(i) != id {
			continue
		}
		switch look := lookOf(&p.Lines[i]); {
		case look == lookCrash && up, look == lookRecover && !up:
			until(p.y[i])
			up = !up
		}
	}
	until(p.bottom)
	class := "foot"
	if !up {
		class = "foot off"
	}
	p.box(id, p.bottom, class, p.ends[id])
	p.f("</g>\n")
}

// box draws the box at an end of a lifeline.
func (p *page) box(id spec.NodeID, y int, class string, lines []string) {
	width := min(p.lane-12, boxMost)
	p.f(`<rect class="box %s" x="%d" y="%d" width="%d" height="%d" rx="5"/>`+"\n",
		class, p.x(id)-width/2, y, width, footHeight+(lineHeight+1)*len(lines))
	p.text(p.x(id), y+17, "middle", "name", "process "+id.String())
	for i, line := range lines {
		p.text(p.x(id), y+17+(lineHeight+1)*(i+1), "middle", "end", line)
	}
}

// event draws the mark of an event. Its name stands in note.
func (p *page) event(row int) {
	line := &p.Lines[row]
	look, y := lookOf(line), p.y[row]
	p.f(`<g class="event %s" data-event="%d"><title>%s</title>`,
		look, line.N, escape(title(line)+p.because(p.badges.events[line.N])))
	x := 0
	if look != lookRule {
		x = p.x(p.markNode(row))
	}
	switch look {
	case lookRule:
		p.f(`<path d="M%d %dH%d"/>`, p.gutter, y, p.right-8)
	case lookCrash:
		p.cross(x, y, 8)
	case lookGone:
		p.cross(p.crossX(line.Copy), y, 5)
	case lookTimeout, lookPremature:
		p.f(`<rect x="%d" y="%d" width="10" height="10" rx="2"/>`, x-5, y-5)
	case lookRecover:
		p.f(`<path d="M%d %dL%d %dL%d %dZ"/>`, x-6, y+5, x, y-7, x+6, y+5)
	case lookDouble:
		p.f(`<path d="M%d %dL%d %dL%d %dL%d %dZ"/>`, x-6, y, x, y-6, x+6, y, x, y+6)
	case lookInput:
		p.f(`<circle cx="%d" cy="%d" r="5"/>`, x, y)
	default:
		p.f(`<circle cx="%d" cy="%d" r="4"/>`, x, y)
	}
	p.f("</g>\n")
}

func (p *page) cross(x, y, size int) {
	p.f(`<path d="M%d %dL%d %dM%d %dL%d %d"/>`,
		x-size, y-size, x+size, y+size, x-size, y+size, x+size, y-size)
}

// crossX is where the cross of a copy stands that was dropped or lost.
func (p *page) crossX(number int) int {
	for i := range p.copies {
		if p.copies[i].Copy == number {
			return p.shape(i).x2
		}
	}
	return 0
}

// note writes what stands beside a mark, or on a rule.
func (p *page) note(row int) {
	line, n := &p.Lines[row], p.notes[row]
	look, y := lookOf(line), p.y[row]
	if look == lookRule {
		text := badged(p.badges.events[line.N], ruleText(line))
		p.text(p.gutter+2, y-5, "start", p.labelClass(row, "rule"), text)
		return
	}
	away := p.noteAway(row)
	for i, text := range n.lines {
		x, anchor := p.x(p.markNode(row))+away, "start"
		if n.left {
			x, anchor = p.x(p.markNode(row))-away, "end"
		}
		p.text(x, y-6-lineHeight*(len(n.lines)-1-i), anchor, p.labelClass(row, string(look)), text)
	}
}

// remark writes an annotation, below its row and all that belongs to that.
func (p *page) remark(m *remark) {
	for i, line := range m.lines {
		p.text(p.gutter+4, p.markY(m)+markHeight*i, "start", "remark", line)
	}
}

// markY is where the first line of an annotation stands.
func (p *page) markY(m *remark) int {
	left, right := p.stubs(p.Lines[m.row].N)
	return p.y[m.row] + stubHeight*max(left, right) + lineHeight*p.underLines(m.row) + 19
}
