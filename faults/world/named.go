package world

import "github.com/scrutineer-go/scrutineer/faults"

// named is what the plan says of one copy.
type named struct {
	hold  int         // the number of its hold, -1 if none
	delay faults.Time // -1 where it is drawn
	pins  []string    // the fields that say the two
	// loss, duplicate and reorder are the fields that ask for these, "" for none.
	loss, duplicate, reorder string
	duplicateBy, reorderBy   faults.Time
	late                     []late
}

// late is what a named fault does to a copy some time after it was sent.
type late struct {
	after   faults.Time
	doubles *faults.Time // what the second copy takes; where absent, it takes the copy out
	field   string
}

// unnamed is a copy of which the plan says nothing. It is only read.
var unnamed = named{hold: -1, delay: -1}

// hold is a copy that is kept until something has happened.
type hold struct {
	place    int32
	number   int // of the copy, 0 before it was sent
	released bool
}
