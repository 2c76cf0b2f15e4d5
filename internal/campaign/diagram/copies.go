package diagram

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/spec"
)

// What becomes of a copy.
const (
	// Delivered is a copy that reached its receiver.
	Delivered = "delivered"
	// Dropped is one that the network lost on its way to a live process.
	Dropped = "dropped"
	// Lost is one that was lost where its receiver was down.
	Lost = "lost"
	// Duplicate is a second copy, made by the network, that reached its receiver.
	// One that did not is Lost or Open like any other.
	Duplicate = "duplicate"
	// Open is a copy that was under way at the end, or vanished with a crash.
	Open = "open"
)

// Arrow is a copy as the diagram shows it.
type Arrow struct {
	// Copy is the number of the copy, Kind that of its message.
	Copy int
	Kind string
	// From is the sender and To the receiver.
	From, To spec.NodeID
	// Sent is the number of the event that sent it, or doubled another one; At that
	// of the event in which it ended, 0 for an open one.
	Sent, At int
	// Fate is what became of it.
	Fate string
}

// flight is an arrow with what only the picture needs.
type flight struct {
	Arrow
	multicast bool
	second    int    // for a second copy, the number of the first
	text      string // what the message says
}

// copiesOf returns all copies that were sent, in the order of their sending.
func copiesOf(nodes int, lines []world.TraceLine) ([]flight, error) {
	if nodes < 1 {
		return nil, fmt.Errorf("a diagram needs a process, this one has %d", nodes)
	}
	var list []flight
	places := map[int]int{} // of copies in the list, by number
	last := 0
	for i := range lines {
		l := &lines[i]
		if l.N <= last {
			return nil, fmt.Errorf("event %d follows event %d", l.N, last)
		}
		last = l.N
		if !knownNode(l.Node, nodes) || !knownNode(l.From, nodes) {
			return nil, fmt.Errorf("event %d, %q, names a process that is none of 0 to %d", l.N, l.Text, nodes-1)
		}
		if l.Copy > 0 {
			place, ok := places[l.Copy]
			if !ok {
				return nil, fmt.Errorf("event %d, %q, is about copy %d, which was not sent", l.N, l.Text, l.Copy)
			}
			if err := ends(&list[place], l); err != nil {
				return nil, err
			}
		}
		for _, s := range l.Sent {
			f, err := sent(l, &s)
			if err != nil {
				return nil, err
			}
			if _, twice := places[s.Copy]; twice || s.To < 0 || int(s.To) >= nodes {
				return nil, fmt.Errorf("event %d, %q, cannot send copy %d to process %d",
					l.N, l.Text, s.Copy, int(s.To))
			}
			places[s.Copy] = len(list)
			list = append(list, f)
		}
	}
	return list, nil
}

func knownNode(id *spec.NodeID, nodes int) bool {
	return id == nil || *id >= 0 && int(*id) < nodes
}

// sent returns a copy that an event put into the network.
func sent(l *world.TraceLine, s *world.SentLine) (flight, error) {
	f := flight{
		Arrow:     Arrow{Copy: s.Copy, Kind: s.Kind, To: s.To, Sent: l.N, Fate: Open},
		multicast: s.Multicast, text: says(s.Kind, s.Body),
	}
	from := l.Node
	if isDuplicate(l) {
		from, f.second = l.From, l.Copy
	}
	if from == nil {
		return f, fmt.Errorf("event %d, %q, sends copy %d and has no sender", l.N, l.Text, s.Copy)
	}
	f.From = *from
	return f, nil
}

// ends notes what an event did to a copy.
func ends(f *flight, l *world.TraceLine) error {
	if f.Fate != Open {
		return fmt.Errorf("event %d, %q, is about copy %d, which was %s in event %d", l.N, l.Text, f.Copy, f.Fate, f.At)
	}
	switch {
	case isDuplicate(l):
		return nil
	case spec.ClassOf(l.Action) == spec.ClassDrop:
		f.Fate = Dropped
	case spec.ClassOf(l.Action) == spec.ClassLoss:
		f.Fate = Lost
	case f.second > 0:
		f.Fate = Duplicate
	default:
		f.Fate = Delivered
	}
	f.At = l.N
	return nil
}

func isDuplicate(l *world.TraceLine) bool {
	return l.Copy > 0 && spec.ClassOf(l.Action) == spec.ClassDuplicate
}
