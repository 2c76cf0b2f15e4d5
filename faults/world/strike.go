package world

// Strike is a kind of fault together with what it takes effect on, and not on a process as a whole: a kind of message,
// the name of a timer without its argument, or the action of the step that it cuts short.
type Strike struct{ Fault, On string }

// String returns "loss of Query".
func (s Strike) String() string { return s.Fault + " of " + s.On }

// strikes counts that a fault took effect, on what; "" where that is a process.
func (w *World) strikes(fault, on string) {
	w.happened[fault]++
	if on != "" {
		w.struck[Strike{fault, on}]++
	}
}
