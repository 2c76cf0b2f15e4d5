package diagram

import (
	_ "embed"
	"io"
	"net/url"
	"strings"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Write writes the diagram as an HTML file. A trace that contradicts itself is an
// error that names the event.
func Write(w io.Writer, d Diagram) error {
	all := len(d.Lines)
	if all > MaxEvents {
		d.Lines = d.Lines[:MaxEvents]
	}
	copies, err := copiesOf(d.Nodes, d.Lines)
	if err != nil {
		return err
	}
	if err := d.check(); err != nil {
		return err
	}
	p := page{layout: newLayout(d, copies), events: all}
	p.write()
	_, err = w.Write(p.out.Bytes())
	return err
}

//go:embed style.css
var style string

// write writes the whole file. It is also XML, so that simple programs can read it.
func (p *page) write() {
	p.f("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n")
	p.f("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n")
	p.f("<title>%s</title>\n<style>\n%s</style>\n</head>\n<body>\n", escape(p.Title), style)
	p.f("<h1>%s</h1>\n", escape(p.Title))
	p.links()
	p.facts()
	p.limits()
	p.plan()
	p.legend()
	p.heads()
	p.f("<div class=\"drawn\">\n")
	p.picture()
	p.unfolds()
	p.f("</div>\n")
	p.sheets()
	p.table()
	p.f("</body>\n</html>\n")
}

// links leads to other files in the same folder.
func (p *page) links() {
	if len(p.Links) == 0 {
		return
	}
	p.f("<ul class=\"links\">\n")
	for _, l := range p.Links {
		p.f("<li><a href=\"%s\">%s</a></li>\n", escape((&url.URL{Path: l.Href}).String()), escape(l.Title))
	}
	p.f("</ul>\n")
}

func (p *page) facts() {
	if len(p.Facts) == 0 {
		return
	}
	p.f("<dl class=\"facts\">\n")
	for _, fact := range p.Facts {
		p.f("<dt>%s</dt><dd>%s</dd>\n", escape(fact[0]), escape(fact[1]))
	}
	p.f("</dl>\n")
}

// limits says what the picture does not show.
func (p *page) limits() {
	if len(p.Lines) < p.events {
		p.f("<p class=\"limit\"><strong>Only the first %d of %d events are shown</strong>, here and in the table. "+
			"Copies that arrive later are drawn as never arrived; what stands at the foot of a lifeline "+
			"is how the whole run ended.</p>\n", len(p.Lines), p.events)
	}
	for _, n := range p.marked() {
		if _, ok := p.row[n]; !ok {
			p.f("<p class=\"limit\">Event %d, which is not shown: %s</p>\n", n, escape(p.Marks[n]))
		}
	}
}

// legend explains the signs.
func (p *page) legend() {
	line := func(class, head string) string {
		return `<g class="arrow ` + class + `"><path d="M2 8H34"/>` + head + `</g>`
	}
	point := `<path class="head" d="M40 8L31 4L31 12Z"/>`
	mark := func(class, shape string) string { return `<g class="event ` + class + `">` + shape + `</g>` }
	p.f("<ul class=\"legend\">\n")
	for _, sign := range [][2]string{
		{line("multicast", point), "multicast"},
		{line("unicast", point), "unicast"},
		{line("unicast second", point), "second copy"},
		{line("unicast", "") + mark("gone", `<path d="M30 3L40 13M30 13L40 3"/>`), "dropped or lost"},
		{line("unicast", `<circle cx="37" cy="8" r="3"/>`), "never arrived"},
		{mark("input", `<circle cx="21" cy="8" r="5"/>`), "input"},
		{mark("timeout", `<rect x="16" y="3" width="10" height="10" rx="2"/>`), "timeout"},
		{mark("premature", `<rect x="16" y="3" width="10" height="10" rx="2"/>`), "premature timeout"},
		{mark("crash", `<path d="M14 1L28 15M14 15L28 1"/>`), "crash"},
		{`<g class="life"><path class="down" d="M2 8H40"/></g>`, "down"},
		{mark("recover", `<path d="M15 13L21 2L27 13Z"/>`), "recovery"},
		{`<rect class="said say0" x="2" y="4" width="38" height="8" rx="2"/>`, "what the protocol says of a process"},
		{`<rect class="there" x="2" y="6" width="38" height="5" rx="2"/>`, "a fault that lasts"},
	} {
		from, width := 0, 42
		if strings.HasPrefix(sign[0], `<g class="event`) {
			from, width = 12, 18
		}
		p.f(`<li><svg width="%d" height="16" viewBox="%d 0 %d 16" aria-hidden="true">%s</svg>%s</li>`+"\n",
			width, from, width, sign[0], sign[1])
	}
	p.f("</ul>\n<p class=\"legend\">One row an event, in their order: heights are no lengths of time. ")
	p.f("Rest the pointer on a sign to read all of it")
	if len(p.Changes) > 0 {
		p.f("; open ▸ beside the number of an event to see which fields of its process it changed")
	}
	p.f(".</p>\n")
}

// heads writes the names of the processes, which stay in sight.
func (p *page) heads() {
	p.f(`<svg class="heads" width="%d" height="%d" viewBox="0 0 %d %d" aria-hidden="true">`+"\n",
		p.width, headHeight, p.width, headHeight)
	p.f("<g id=\"heads\">\n")
	p.text(numberRight, 29, "end", "column", "event")
	p.text(timeRight, 29, "end", "column", "time")
	if p.clocks {
		p.text(p.gutter-gutterSpace, 29, "end", "column", "its clock")
	}
	for id := range p.Nodes {
		x := p.x(spec.NodeID(id))
		p.f(`<g class="life"><path class="up" d="M%d %dV%d"/></g>`+"\n", x, headHeight-12, headHeight)
		p.box(spec.NodeID(id), 10, "", nil)
	}
	p.f("</g>\n</svg>\n")
}

// sheets shows the picture once more, for paper alone: cut between rows into pieces
// of which some fit on a page, each with the names of the processes.
func (p *page) sheets() {
	for top := 0; top < p.height; {
		end := p.height
		for i := len(p.y) - 1; i > 0 && end-top > p.width*2/5; i-- {
			if cut := p.y[i] - 19 - lineHeight*max(0, len(p.notes[i].lines)-1); cut > top+rowHeight {
				end = min(end, cut)
			}
		}
		p.f(`<svg class="sheet" width="%d" height="%d" viewBox="0 0 %d %d" aria-hidden="true">`,
			p.width, headHeight+end-top, p.width, headHeight+end-top)
		p.f(`<use href="#heads"/><svg y="%d" width="%d" height="%d" viewBox="0 %d %d %d"><use href="#picture"/></svg>`,
			headHeight, p.width, end-top, top, p.width, end-top)
		p.f("</svg>\n")
		top = end
	}
}

// table writes all events in words.
func (p *page) table() {
	p.f("<h2>Events</h2>\n<table>\n")
	p.f("<thead><tr><th>event</th><th>time</th><th>what happened</th></tr></thead>\n<tbody>\n")
	for i := range p.Lines {
		l := &p.Lines[i]
		class := ""
		if _, ok := p.Marks[l.N]; ok {
			class = ` class="marked"`
		}
		p.f(`<tr id="e%d"%s><td><a href="#d%d">%d</a></td><td>%s</td><td>%s`,
			l.N, class, l.N, l.N, l.At, escape(l.Text))
		if more := outcomes(l); more != "" {
			p.f(` <span class="outcomes">%s</span>`, escape(more))
		}
		if changes := p.Changes[l.N]; len(changes) > 0 {
			p.f(` <span class="changes">%s</span>`, escape(strings.Join(changes, "; ")))
		}
		if text, ok := p.Marks[l.N]; ok {
			p.f(` <strong>%s</strong>`, escape(text))
		}
		p.f("</td></tr>\n")
	}
	p.f("</tbody>\n</table>\n")
}
