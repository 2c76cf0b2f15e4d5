package paper

import "sync"

// memo keeps what was worked out for a key. Several may ask at the same time: it is worked out once, unless that fails.
type memo[K comparable, V any] struct {
	mutex   sync.Mutex
	entries map[K]*entry[V]
}

// entry is what a memo has for a key.
type entry[V any] struct {
	mutex sync.Mutex
	ready bool
	value V
}

// of returns what there is for a key, or works it out.
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
