package world

// cause is the fault or the pin by which something happens: its field of the plan, and its kind. Where
// something was drawn it has no field.
type cause struct{ field, kind string }
