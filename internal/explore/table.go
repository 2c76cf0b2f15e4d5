package explore

// table gives numbers to values, by their keys.
type table[T any] struct {
	numbers map[string]uint32
	list    []T
}

// number returns the number of a value, and whether it is a new one.
func (t *table[T]) number(key string, v T) (uint32, bool) {
	n, ok := t.numbers[key]
	if ok {
		return n, false
	}
	if t.numbers == nil {
		t.numbers = map[string]uint32{}
	}
	n = uint32(len(t.list))
	t.numbers[key] = n
	t.list = append(t.list, v)
	return n, true
}

// notKnown stands beside numbers.
const notKnown = ^uint32(0)
