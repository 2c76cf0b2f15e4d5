package paper

import "sync"

// memo keeps a value for each key. Goroutines may ask for the same key at once: the value is computed once, unless that
// fails.
type memo[K comparable, V any] struct {
	mutex   sync.Mutex
	entries map[K]*entry[V]
}

// entry is the value for a key, if ready is set.
type entry[V any] struct {
	mutex sync.Mutex
	ready bool
	value V
}

// of returns the value for a key. If there is none yet, work computes it.
func (m *memo[K, V]) of(key K, work func() (V, error)) (V, error) {
	m.mutex.Lock()
	if m.entries == nil {
		m.entries = map[K]*entry[V]{}
	}
	e := m.entries[key]
	if e == nil {
		e = &entry[V]{}
		m.entries[key] = e
	}
	m.mutex.Unlock()
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if e.ready {
		return e.value, nil
	}
	value, err := work()
	if err == nil {
		e.ready, e.value = true, value
	}
	return value, err
}
