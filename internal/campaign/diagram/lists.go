package diagram

import (
	"fmt"
	"slices"
	"strings"
)

// mostShown is from how many faults and pins on their list is folded at first.
const mostShown = 12

// plan lists what the plan injects, with the signs under which that stands in the picture.
func (p *page) plan() {
	if len(p.Faults)+len(p.Drawn) == 0 {
		return
	}
	open := " open=\"open\""
	if len(p.Faults) > mostShown {
		open = ""
	}
	p.f("<details class=\"plan\"%s>\n<summary>What the plan injects</summary>\n<ul>\n", open)
	for i := range p.Faults {
		p.f(`<li data-fault="%d"><b>%s</b> %s<span class="outcomes">`, i, badge(i), escape(p.Faults[i].Text))
		p.where(&p.Faults[i])
		p.f("</span></li>\n")
	}
	for _, text := range p.Drawn {
		p.f("<li>%s</li>\n", escape(text))
	}
	p.f("</ul>\n</details>\n")
}

// mostWhere is how many events are named at which a fault acts.
const mostWhere = 8

// where names the events at which a fault acts.
func (p *page) where(f *Fault) {
	events := slices.Clone(f.Events)
	for i := range p.copies {
		if c := &p.copies[i]; slices.Contains(f.Copies, c.Copy) {
			if events = append(events, c.Sent); c.At > 0 {
				events = append(events, c.At)
			}
		}
	}
	slices.Sort(events)
	events = slices.DeleteFunc(slices.Compact(events), func(n int) bool {
		_, shown := p.row[n]
		return !shown
	})
	for i, n := range events {
		switch i {
		case 0:
			p.f(": see event ")
		case mostWhere:
			p.f(" and %d more", len(events)-i)
			return
		default:
			p.f(", ")
		}
		p.f(`<a href="#d%d">%d</a>`, n, n)
	}
}

// unfolds lays over the picture, beside the number of each event that changed something, what
// that is: folded until somebody opens it.
func (p *page) unfolds() {
	for i := range p.Lines {
		l := &p.Lines[i]
		changes := p.Changes[l.N]
		if len(changes) == 0 {
			continue
		}
		p.f(`<details class="change" name="change" style="top:%dpx" data-change="%d">`, p.y[i]-10, l.N)
		p.f(`<summary title="%s">%d</summary>`, escape(strings.Join(changes, "\n")), len(changes))
		p.f("<div><p>%s</p><ul>", escape(fmt.Sprintf("event %d, %s:", l.N, l.Text)))
		for _, text := range changes {
			p.f("<li>%s</li>", escape(text))
		}
		p.f("</ul></div></details>\n")
	}
}
