package faults

// Ordinals number things by their names, from 1, as a plan does: the second time that a
// timer is set, the third input of a kind.
type Ordinals []ordinal

type ordinal struct {
	name string
	n    int
}

// Next returns the number of one more thing of that name.
func (o *Ordinals) Next(name string) int {
	for i := range *o {
		if (*o)[i].name == name {
			(*o)[i].n++
			return (*o)[i].n
		}
	}
	*o = append(*o, ordinal{name, 1})
	return 1
}
