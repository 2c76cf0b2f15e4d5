package world

// Act is where something that the plan names has acted in a run.
type Act struct {
	// Field is the fault or the pin, as faults.FaultField and faults.PinField name it.
	Field string
	// Event is the number of the event in which it acted, Copy that of the copy that it
	// acted on when the event sent that; 0 where it acted on the event itself.
	Event, Copy int
}

// Follower is an Observer that is told of acts too: of one on an event that happens just then,
// before or after that is observed.
type Follower interface {
	Observer
	Acted(a Act)
}

// acted tells the followers of an act.
func (w *World) acted(field string, event, number int) {
	for _, o := range w.observers {
		if f, ok := o.(Follower); ok {
			f.Acted(Act{field, event, number})
		}
	}
}
