package world

// tally counts what took effect of the faults and the pins.
type tally struct {
	met      map[string]bool // the fields of the plan that have met something
	happened map[string]int  // by the kind of the fault
	hits     map[Hit]int
}

// Hit is a kind of fault together with what it takes effect on, and not on a process as a whole: a kind of message,
// the name of a timer without its argument, or the action of the step that it cuts short.
type Hit struct{ Fault, On string }

// String returns "loss of Query".
func (s Hit) String() string { return s.Fault + " of " + s.On }

// matched notes that what a field of the plan says took effect; "" is no field.
func (t *tally) matched(field string) {
	if field != "" {
		t.met[field] = true
	}
}

// hit counts that a fault took effect, on what; "" where that is a process.
func (t *tally) hit(fault, on string) {
	t.happened[fault]++
	if on != "" {
		t.hits[Hit{fault, on}]++
	}
}
