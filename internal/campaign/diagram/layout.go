package diagram

import (
	"unicode/utf8"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/spec"
)

// All lengths are whole pixels.
const (
	rowHeight   = 31
	lineHeight  = 14 // of further lines of text
	stubHeight  = 13
	gapHeight   = 20
	numberRight = 50   // where the numbers at the left end, beside what unfolds
	timeRight   = 136  // where the times do
	clockWidth  = 84   // what clocks read, where that is shown
	gutterSpace = 12   // between all of them and the picture
	pageWidth   = 1210 // what a window of 1280 pixels shows
	leastLane   = 130
	padLeast    = 80 // beside the first and the last lifeline
	padMost     = 170
	markHeight  = 17 // of a line of an annotation
	headHeight  = 44
	footHeight  = 24
	boxMost     = 150
	loopStep    = 8 // between two copies that a process sends to itself
	loopSlots   = 4
	stubLong    = 42 // of a copy that never arrives
	dropMost    = 60 // of one that is dropped
)

// layout says where everything is; arrange.go decides it.
type layout struct {
	Diagram
	copies        []flight
	slots         []int       // of copies that a process sends to itself
	row           map[int]int // of an event, by its number
	y             []int       // of each row
	gaps          []gap
	notes         []note
	bands         []band
	unders        []under
	badges        badges
	clocks        bool // whether there is a column for them
	gutter        int  // where the picture begins, at the right of numbers and times
	lane          int  // between two lifelines
	first         int  // the x of the first lifeline
	right         int  // where the last lane ends
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
	event, row int
	lines      []string
}

// band is what lies along a lifeline for a while: what is said of the process, on the line,
// or that a fault is there, beside it.
type band struct {
	at         spec.NodeID
	first, end int // the row in which it begins, and that in which it is over; len(Lines) for none
	text       string
	say        int // of what is said, which of all texts it is; -1 for a fault
	slot       int // keeps apart what is beside a lifeline at the same time
}

// under is what is written below the mark of a row, beside the lifeline of a process.
type under struct {
	at    spec.NodeID
	row   int
	place int // from above
	text  string
	class string
}

// textWidth estimates the width of a label, rather too much than too little.
func textWidth(text string) int { return utf8.RuneCountInString(text) * 13 / 2 }

// edge is how far it is from a lifeline to where the picture ends in a direction.
func (l *layout) edge(id spec.NodeID, dir int) int {
	if dir < 0 {
		return l.x(id) - l.gutter
	}
	return l.right - 4 - l.x(id)
}

// mirrored reports whether what a process sends to itself is drawn at the left of its lifeline.
func (l *layout) mirrored(from, to spec.NodeID) bool {
	return from == to && l.Nodes > 1 && int(to) == l.Nodes-1
}

// markNode is the process at whose lifeline the mark of a row stands.
func (l *layout) markNode(row int) spec.NodeID { return l.markOf(&l.Lines[row]) }

func (l *layout) markOf(line *world.TraceLine) spec.NodeID {
	switch {
	case isDuplicate(line) && line.From != nil:
		return *line.From
	case line.Node != nil:
		return *line.Node
	}
	return spec.None
}

func (l *layout) x(id spec.NodeID) int { return l.first + int(id)*l.lane }

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
