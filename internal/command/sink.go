package command

import "io"

// sink is stdout. A command need not look at every error of it: the first is remembered, and
// what comes after it goes nowhere.
type sink struct {
	to     io.Writer
	before func() // is called before something is written
	err    error
}

// Write never fails; see lost.
func (s *sink) Write(text []byte) (int, error) {
	s.before()
	if s.err == nil {
		_, s.err = s.to.Write(text)
	}
	return len(text), nil
}

// lost is the error that not all of what was said has arrived, nil if it has.
func (s *sink) lost() error {
	if s.err == nil {
		return nil
	}
	return unwritten("stdout", s.err)
}
