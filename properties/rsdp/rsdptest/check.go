package rsdptest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/scrutineer-go/scrutineer"
	implementation "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/properties/rsdp"
)

// Check tests a reducer: the laws, but those that an option leaves out; with a specification whether
// explorations of both are equal, step by step; and drawn runs, each step of which is held against the
// specification, if there is one. In these what replicas hold must be the same after each session
// without faults, and where sessions are repeated by a clock at last. The flags are those of
// scrutineer.Check and of rapid.
func Check(t *testing.T, c rsdp.Custom, options ...Option) {
	t.Helper()
	t.Run("Laws", func(t *testing.T) { Obeys(t, c, options...) })
	if c.Specification != nil {
		t.Run("Equal", func(t *testing.T) { Equal(t, c) })
	}
	t.Run("Runs", func(t *testing.T) { scrutineer.Check(t, rsdp.With(c)) })
}

// Option is something that Check is told of a reducer.
type Option func(*subject)

// Without leaves out laws that a reducer does not claim: whose state overwrites what is held does
// not keep that, a vote counts what is said twice, and the latest wins depends on the order.
func Without(laws ...Law) Option {
	return func(s *subject) { s.without = append(s.without, laws...) }
}

// Values has laws be drawn over values of a generator, too: what a replica may hold, or share, in a
// cluster of as many as its Order lists.
func Values(values func(*implementation.Replica) *rapid.Generator[any]) Option {
	return func(s *subject) { s.values = values }
}

// subject is a reducer whose laws are drawn.
type subject struct {
	reducer       implementation.Reducer
	specification implementation.Reducer // nil for none
	runs          []*gathered
	values        func(*implementation.Replica) *rapid.Generator[any] // nil for none
	without       []Law
}

// Obeys tests the laws alone.
func Obeys(t *testing.T, c rsdp.Custom, options ...Option) {
	t.Helper()
	s, err := open(c, options)
	if err != nil {
		t.Fatal(err)
	}
	for _, law := range laws() {
		if slices.Contains(s.without, law.Law) || law.Law == Specified && s.specification == nil {
			continue
		}
		t.Run(string(law.Law), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { s.hold(t, law) })
		})
	}
}

// open has a reducer run, and be ready to be drawn.
func open(c rsdp.Custom, options []Option) (s *subject, err error) {
	s = &subject{reducer: c.Reducer}
	if c.Specification != nil {
		s.specification = stated{*c.Specification}
	}
	for _, option := range options {
		option(s)
	}
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("%v%s", cause, advice(cause))
		}
	}()
	if s.runs, err = gather(c); err != nil {
		err = fmt.Errorf("%w%s", err, advice(err))
	}
	return s, err
}

// hold fails the test where a law is broken.
func (s *subject) hold(t *rapid.T, law law) {
	if why := law.broken(s.draw(t)); why != "" {
		t.Fatalf("%s: %s", law.Law, why)
	}
}

// advice says what to do about a value that cannot be kept.
func advice(cause any) string {
	if strings.Contains(fmt.Sprint(cause), "was not registered") {
		return ": add a value of the type to Wire"
	}
	return ""
}
