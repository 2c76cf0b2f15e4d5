package diagram

import (
	"slices"
	"unicode/utf8"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/spec"
)

// All lengths are whole pixels.
const (
	rowHeight   = 31
	lineHeight  = 14 // of further lines of text
	stubHeight  = 13
	gapHeight   = 20
	gutterWidth = 134 // the numbers and times at the left
	markSpace   = 20  // beside an annotation, which stands at the right
	markChars   = 36
	headHeight  = 44
	footHeight  = 24
	boxMost     = 150
	loopStep    = 8 // between two copies that a process sends to itself
	loopSlots   = 4
)

// layout says where everything is.
type layout struct {
	Diagram
	copies        []flight
	slots         []int       // of copies that a process sends to itself
	row           map[int]int // of an event, by its number
	y             []int       // of each row
	gaps          []gap
	notes         []note
	lane          int // between two lifelines
	chars         int // that a label may have
	first         int // the x of the first lifeline
	right         int // where the last lane ends
	width, height int
	bottom        int // where lifelines end
	ends          [][]string
	marks         []remark
}

// gap is a long time in which nothing happened.
type gap struct {
	y    int
	text string
}

// note is what stands beside an event's mark.
type note struct {
	lines []string
	left  bool // of the lifeline
}

// remark is an annotation of a row.
type remark struct {
	event, row, y int
	lines         []string
}

func newLayout(d Diagram, copies []flight) *layout {
	l := &layout{Diagram: d, copies: copies, row: map[int]int{}}
	for i := range d.Lines {
		l.row[d.Lines[i].N] = i
	}
	l.loopSlots()
	l.columns()
	l.annotate()
	l.rows()
	l.place()
	return l
}

// textWidth estimates the width of a label, rather too much than too little.
func textWidth(text string) int { return utf8.RuneCountInString(text) * 13 / 2 }

// columns decides how wide lanes are and what stands beside marks.
func (l *layout) columns() {
	longest := 12
	for i := range l.copies {
		longest = max(longest, utf8.RuneCountInString(l.copies[i].text))
	}
	for i := range l.Lines {
		for _, text := range noteOf(&l.Lines[i]) {
			longest = max(longest, utf8.RuneCountInString(text))
		}
	}
	l.lane = min(max(longest*13/2+76, 130), max(150, min(1400/l.Nodes, 270)))
	l.chars = (l.lane - 40) * 2 / 13
	padLeft, padRight := 70, 70
	l.notes = make([]note, len(l.Lines))
	for i := range l.Lines {
		n := l.noteAt(&l.Lines[i])
		l.notes[i] = n
		if lookOf(&l.Lines[i]) == lookRule {
			padLeft = max(padLeft, textWidth(ruleText(&l.Lines[i]))+8)
		}
		for _, text := range n.lines {
			if at := l.markNode(i); n.left && at == 0 {
				padLeft = max(padLeft, textWidth(text)+24)
			} else if !n.left && int(at) == l.Nodes-1 {
				padRight = max(padRight, textWidth(text)+24)
			}
		}
	}
	for i := range l.copies {
		if c := &l.copies[i]; c.From == c.To && int(c.To) == l.Nodes-1 {
			padRight = max(padRight, textWidth(l.label(c))+44+loopStep*loopSlots)
		}
	}
	l.first = gutterWidth + padLeft
	l.right = l.x(spec.NodeID(l.Nodes-1)) + padRight
}

// noteAt returns what stands beside an event, on the side from which no copy comes.
func (l *layout) noteAt(line *world.TraceLine) note {
	n := note{}
	for _, text := range noteOf(line) {
		n.lines = append(n.lines, shorten(text, l.chars))
	}
	if line.Copy > 0 && line.From != nil && line.Node != nil && !isDuplicate(line) {
		n.left = *line.From >= *line.Node
	}
	return n
}

// markNode is the process at whose lifeline the mark of a row stands.
func (l *layout) markNode(row int) spec.NodeID {
	line := &l.Lines[row]
	switch {
	case isDuplicate(line) && line.From != nil:
		return *line.From
	case line.Node != nil:
		return *line.Node
	}
	return spec.None
}

func (l *layout) x(id spec.NodeID) int { return l.first + int(id)*l.lane }

// annotate finds the rows that are annotated.
func (l *layout) annotate() {
	for _, n := range l.marked() {
		if row, ok := l.row[n]; ok {
			l.marks = append(l.marks, remark{event: n, row: row, lines: wrap(l.Marks[n], markChars)})
		}
	}
	l.width = l.right
	for i := range l.marks {
		for _, line := range l.marks[i].lines { // in bold letters
			l.width = max(l.width, l.right+markSpace+textWidth(line)*8/7)
		}
	}
}

// rows decides how far down each row stands.
func (l *layout) rows() {
	y, long := 8, l.longGap()
	for i := range l.Lines {
		if i > 0 && l.Lines[i].At-l.Lines[i-1].At >= long {
			l.gaps = append(l.gaps, gap{y + 24, "+" + short(l.Lines[i].At-l.Lines[i-1].At)})
			y += gapHeight
		}
		y += rowHeight + lineHeight*max(0, len(l.notes[i].lines)-1)
		l.y = append(l.y, y)
		left, right := l.stubs(l.Lines[i].N)
		y += stubHeight * max(left, right)
	}
	l.bottom = y + rowHeight
	for i := range l.Nodes {
		var lines []string
		if i < len(l.Ends) {
			lines = wrap(l.Ends[i], (min(l.lane-12, boxMost)-8)*2/13)
		}
		l.ends = append(l.ends, lines)
	}
}

// longGap is the length from which a time without events is worth a word: eight
// times the median of all that are longer than nothing.
func (l *layout) longGap() faults.Time {
	var steps []faults.Time
	for i := range l.Lines {
		if i > 0 && l.Lines[i].At > l.Lines[i-1].At {
			steps = append(steps, l.Lines[i].At-l.Lines[i-1].At)
		}
	}
	if len(steps) == 0 {
		return faults.Forever
	}
	slices.Sort(steps)
	return 8 * steps[(len(steps)-1)/2]
}

// stubs counts the open copies of an event, to each side.
func (l *layout) stubs(event int) (left, right int) {
	for i := range l.copies {
		switch c := &l.copies[i]; {
		case c.Sent != event || c.Fate != Open:
		case c.To < c.From:
			left++
		default:
			right++
		}
	}
	return left, right
}

// place puts annotations and the foot where they do not meet, and ends the picture.
func (l *layout) place() {
	free := 0
	for i := range l.marks {
		m := &l.marks[i]
		m.y = max(l.y[m.row], free)
		free = m.y + lineHeight*len(m.lines) + 8
	}
	foot := 0
	for _, lines := range l.ends {
		foot = max(foot, footHeight+(lineHeight+1)*len(lines))
	}
	l.height = max(l.bottom+foot, free) + 8
}

// label is what is written beside an arrow.
func (l *layout) label(c *flight) string {
	switch c.Fate {
	case Dropped, Open:
		to := " → " + c.To.String()
		return shorten(c.text, l.chars-utf8.RuneCountInString(to)) + to
	}
	return shorten(c.text, l.chars)
}
