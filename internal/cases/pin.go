package cases

// Pin is one number of a case that a run must reproduce, under its name in the
// table.
type Pin struct {
	Name string
	N    int
}

// Pins lists the numbers that a case of this kind pins, in the table's order;
// every one of them must be pinned, in the end.
func (c Case) Pins() []Pin {
	switch c.Kind {
	case Violation:
		return []Pin{{"length", c.Length}}
	case Graph:
		return []Pin{{"states", c.States}, {"generated", c.Generated}, {"edges", c.Edges}}
	}
	return []Pin{{"states", c.States}, {"generated", c.Generated}}
}
