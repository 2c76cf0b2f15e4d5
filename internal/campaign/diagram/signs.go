package diagram

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults/world"
)

// ofArrow are the faults that show at the arrow of a copy: those that acted on the copy and,
// where nothing is written beside it, in the event in which it ended.
func (l *layout) ofArrow(c *flight) []int {
	places := l.badges.copies[c.Copy]
	if row, ok := l.row[c.At]; ok && c.Fate != Open && len(noteOf(&l.Lines[row])) == 0 {
		places = append(places[:len(places):len(places)], l.badges.events[c.At]...)
	}
	return places
}

// noteOf is what is written beside an event's mark, with the signs of the faults behind it.
func (l *layout) noteOf(line *world.TraceLine) []string {
	note := noteOf(line)
	if len(note) > 0 {
		note[0] = badged(l.badges.events[line.N], note[0])
	}
	return note
}

// because says in words which faults are behind something.
func (l *layout) because(places []int) string {
	text := ""
	for _, place := range places {
		text += fmt.Sprintf("; %s %s", badge(place), l.Faults[place].Text)
	}
	return text
}
