package polling

// Has reports whether there is a record of an interval.
func (s *Store) Has(interval int) bool { return s.Rows.Has(interval) }

// insert stores a record. If records are unique, a second one is refused.
func (s *Store) insert(interval int, unique bool) {
	switch {
	case !s.Has(interval):
		s.Rows = s.Rows.With(interval)
	case !unique:
		s.Twice = s.Twice.With(interval)
	}
}
