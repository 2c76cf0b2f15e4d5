package spec

import (
	"cmp"
	"iter"
	"slices"
)

// lastPlace is the place of the youngest copy from the same process to the same, 0 where there is none.
func lastPlace(flight []Message, msg *Message) int {
	last := 0
	for i := range flight {
		if flight[i].Beside(msg) {
			last = max(last, flight[i].Place)
		}
	}
	return last
}

func inserted(flight []Message, msg Message) []Message {
	i, _ := slices.BinarySearchFunc(flight, msg, CompareMessages)
	return slices.Insert(slices.Clone(flight), i, msg)
}

func removed(flight []Message, msg Message) []Message {
	i, found := slices.BinarySearchFunc(flight, msg, CompareMessages)
	if !found {
		return flight
	}
	return without(slices.Clone(flight), i)
}

// without removes a copy in the room of the list.
func without(flight []Message, i int) []Message {
	msg := flight[i]
	flight = slices.Delete(flight, i, i+1)
	if msg.Place == 0 || i < len(flight) && CompareMessages(flight[i], msg) == 0 {
		return flight
	}
	for i := range flight { // who came after the last copy in its place moves up
		if flight[i].Beside(&msg) && flight[i].Place > msg.Place {
			flight[i].Place--
		}
	}
	slices.SortFunc(flight, CompareMessages)
	return flight
}

// inbox returns the copies in flight to a process.
func inbox(flight []Message, at NodeID) []Message {
	byReceiver := func(m Message, to NodeID) int { return cmp.Compare(m.To, to) }
	first, _ := slices.BinarySearchFunc(flight, at, byReceiver)
	next, _ := slices.BinarySearchFunc(flight, at+1, byReceiver)
	return flight[first:next]
}

// distinct yields each of several copies alike once.
func distinct(flight []Message) iter.Seq[Message] {
	return func(yield func(Message) bool) {
		for i, msg := range flight {
			if i > 0 && CompareMessages(flight[i-1], msg) == 0 {
				continue
			}
			if !yield(msg) {
				return
			}
		}
	}
}

// ageless returns the copies in flight to a process without their age, each of several alike once.
func ageless(flight []Message, at NodeID) []Message {
	var all []Message
	for msg := range distinct(inbox(flight, at)) {
		msg.Age = 0
		if len(all) == 0 || CompareMessages(all[len(all)-1], msg) != 0 {
			all = append(all, msg)
		}
	}
	return all
}

// oldest returns the oldest of the copies in flight that are like one, youngest the youngest.
func oldest(flight []Message, like Message) Message {
	for _, msg := range flight {
		if msg.Alike(like) && msg.Age > like.Age {
			like = msg
		}
	}
	return like
}

func youngest(flight []Message, like Message) Message {
	i := slices.IndexFunc(flight, func(msg Message) bool { return msg.Alike(like) })
	return flight[i] // the order of copies ends with their age
}
