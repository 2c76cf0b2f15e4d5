package diagram

import (
	"slices"
	"unicode/utf8"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/diff"
	"github.com/scrutineer-go/scrutineer/spec"
)

func newLayout(d Diagram, copies []flight) *layout {
	l := &layout{Diagram: d, copies: copies, row: map[int]int{}}
	for i := range d.Lines {
		l.row[d.Lines[i].N] = i
	}
	l.badges = newBadges(&d)
	l.loopSlots()
	l.bandsOf()
	l.undersOf()
	l.columns()
	l.annotate()
	l.rows()
	l.foot()
	return l
}

// columns decides how wide lanes are: so that nothing has to be cut, and else so that the page
// shows all of them, as far as labels then have any room.
func (l *layout) columns() {
	l.clocks = l.Clocks
	longest := 12
	for i := range l.copies {
		longest = max(longest, utf8.RuneCountInString(l.copies[i].text))
	}
	for i := range l.Lines {
		l.clocks = l.clocks || l.Lines[i].Now != ""
		for _, text := range l.noteOf(&l.Lines[i]) {
			longest = max(longest, utf8.RuneCountInString(text))
		}
	}
	l.gutter = timeRight + gutterSpace
	if l.clocks {
		l.gutter += clockWidth
	}
	left, right := l.pads()
	padLeft, padRight, lanes := min(left, padMost), min(right, padMost), max(1, l.Nodes-1)
	l.lane = max(leastLane, min(longest*13/2+76, (pageWidth-l.gutter-padLeft-padRight)/lanes))
	spare := max(0, pageWidth-l.gutter-padLeft-padRight-lanes*l.lane)
	more := min(spare, left-padLeft)
	padLeft += more
	padRight += min(spare-more, right-padRight)
	l.first = l.gutter + padLeft
	l.right = l.x(spec.NodeID(l.Nodes-1)) + padRight
	for i := range l.notes {
		for k, text := range l.notes[i].lines {
			l.notes[i].lines[k] = diff.Abbreviate(text, l.noteChars(i))
		}
	}
}

// pads are how wide the picture would have to be beside the first and the last lifeline.
func (l *layout) pads() (left, right int) {
	left, right = padLeast, padLeast
	l.notes = make([]note, len(l.Lines))
	for i := range l.Lines {
		l.notes[i] = l.noteAt(&l.Lines[i])
		for _, text := range l.notes[i].lines {
			if at := l.markNode(i); l.notes[i].left && at == 0 {
				left = max(left, textWidth(text)+l.noteAway(i)+11)
			} else if !l.notes[i].left && int(at) == l.Nodes-1 {
				right = max(right, textWidth(text)+l.noteAway(i)+11)
			}
		}
	}
	for i := range l.unders {
		if int(l.unders[i].at) == l.Nodes-1 {
			right = max(right, textWidth(l.unders[i].text)+underAway+11)
		}
	}
	return left, right
}

// noteAway is how far from the lifeline the text beside a mark begins.
func (l *layout) noteAway(row int) int {
	away, at := 10, l.markNode(row)
	if lookOf(&l.Lines[row]) == lookCrash {
		away = 13
	}
	if beside := l.spansAt(at); beside > 0 && l.notes[row].left {
		away = max(away, spanAway+2+slotWidth*(beside-1))
	}
	return away
}

// noteChars is how long the lines beside a mark may be: all else that is written in its row is
// on the other side, or further down.
func (l *layout) noteChars(row int) int {
	dir := 1
	if l.notes[row].left {
		dir = -1
	}
	return (l.edge(l.markNode(row), dir) - l.noteAway(row)) * 2 / 13
}

// noteAt returns what stands beside an event, on the side from which no copy comes, and inside
// of the picture if none does.
func (l *layout) noteAt(line *world.TraceLine) note {
	n := note{lines: l.noteOf(line)}
	switch {
	case line.Node == nil:
	case line.Copy > 0 && line.From != nil && !isDuplicate(line):
		n.left = *line.From >= *line.Node && !l.mirrored(*line.From, *line.Node)
	default:
		n.left = l.Nodes > 1 && int(l.markOf(line)) == l.Nodes-1
	}
	return n
}

// annotate finds the rows that are annotated.
func (l *layout) annotate() {
	for _, n := range l.marked() {
		if row, ok := l.row[n]; ok {
			chars := (l.right - l.gutter) * 2 / 15 // in bold letters
			l.marks = append(l.marks, remark{event: n, row: row, lines: wrap(l.Marks[n], chars)})
		}
	}
	l.width = l.right
}

// markedHeight is how high the annotation of a row is.
func (l *layout) markedHeight(row int) int {
	for i := range l.marks {
		if l.marks[i].row == row {
			return markHeight * len(l.marks[i].lines)
		}
	}
	return 0
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
		y += stubHeight*max(left, right) + lineHeight*l.underLines(i) + l.markedHeight(i)
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

// foot ends the picture, below the boxes at the ends of lifelines.
func (l *layout) foot() {
	foot := 0
	for _, lines := range l.ends {
		foot = max(foot, footHeight+(lineHeight+1)*len(lines))
	}
	l.height = l.bottom + foot + 8
}
