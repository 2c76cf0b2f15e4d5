package world

// tally counts what took effect of the faults and the pins.
type tally struct {
	met      map[string]bool // the fields of the plan that have met something
	happened map[string]int  // by the kind of the fault
	struck   map[Strike]int
}

// Strike is a kind of fault together with what it takes effect on, and not on a process as a whole: a kind of message,
// the name of a timer without its argument, or the action of the step that it cuts short.
type Strike struct{ Fault, On string }

// String returns "loss of Query".
func (s Strike) String() string { return s.Fault + " of " + s.On }

// matched notes that what a field of the plan says took effect; "" is no field.
func (t *tally) matched(field string) {
	if field != "" {
		t.met[field] = true
	}
}

// strikes counts that a fault took effect, on what; "" where that is a process.
func (t *tally) strikes(fault, on string) {
	t.happened[fault]++
	if on != "" {
		t.struck[Strike{fault, on}]++
	}
}
