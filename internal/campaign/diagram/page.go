package diagram

import (
	"bytes"
	"fmt"
)

// page writes the file.
type page struct {
	*layout
	out    bytes.Buffer
	events int // how many the trace has, drawn or not
}

func (p *page) f(format string, args ...any) { fmt.Fprintf(&p.out, format, args...) }

// text writes a label. The anchor is start, middle or end.
func (p *page) text(x, y int, anchor, class, text string) {
	p.f(`<text x="%d" y="%d" text-anchor="%s" class="%s">%s</text>`+"\n", x, y, anchor, class, escape(text))
}

// labelClass is the class of a label; one on the band of an annotation is set off
// from that.
func (p *page) labelClass(row int, class string) string {
	if _, ok := p.Marks[p.Lines[row].N]; ok {
		return "label onband " + class
	}
	return "label " + class
}
