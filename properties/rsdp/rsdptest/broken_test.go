package rsdptest

import (
	"flag"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	implementation "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/properties/rsdp"
	"github.com/scrutineer-go/scrutineer/spec"
)

type (
	replica = *implementation.Replica
	entries = []implementation.Entry
)

// twin is a reducer with another method in place of one.
type twin struct {
	implementation.Reducer
	beginning func(replica) any
	statuses  func(replica, any, entries) any
	shares    func(replica, any, entries) any
	sanitize  func(replica, any) (any, bool)
	reload    func(replica, any, any) bool
	update    func(replica, any, any) any
	closes    func(replica, any, spec.Set) any
	normalize func(replica, any) any
}

func (w *twin) Beginning(r replica) any {
	if w.beginning != nil {
		return w.beginning(r)
	}
	return w.Reducer.Beginning(r)
}

func (w *twin) AggregateState(r replica, own any, statuses entries) any {
	if w.statuses != nil {
		return w.statuses(r, own, statuses)
	}
	return w.Reducer.AggregateState(r, own, statuses)
}

func (w *twin) AggregateShareState(r replica, own any, shares entries) any {
	if w.shares != nil {
		return w.shares(r, own, shares)
	}
	return w.Reducer.AggregateShareState(r, own, shares)
}

func (w *twin) SanitizeShareState(r replica, aggregate any) (any, bool) {
	if w.sanitize != nil {
		return w.sanitize(r, aggregate)
	}
	return w.Reducer.SanitizeShareState(r, aggregate)
}

func (w *twin) ShouldReload(r replica, own, aggregate any) bool {
	if w.reload != nil {
		return w.reload(r, own, aggregate)
	}
	return w.Reducer.ShouldReload(r, own, aggregate)
}

func (w *twin) UpdateState(r replica, own, aggregate any) any {
	if w.update != nil {
		return w.update(r, own, aggregate)
	}
	return w.Reducer.UpdateState(r, own, aggregate)
}

func (w *twin) AggregateCloseState(r replica, own any, closers spec.Set) any {
	if w.closes != nil {
		return w.closes(r, own, closers)
	}
	return w.Reducer.AggregateCloseState(r, own, closers)
}

func (w *twin) NormalizeState(r replica, own any) any {
	if w.normalize != nil {
		return w.normalize(r, own)
	}
	return w.Reducer.NormalizeState(r, own)
}

// recorded is a test that keeps what rapid says.
type recorded struct {
	testing.TB
	name string
	said strings.Builder
	fail bool
}

func (r *recorded) Helper()        {}
func (r *recorded) Name() string   { return r.name }
func (r *recorded) Failed() bool   { return r.fail }
func (r *recorded) Fail()          { r.fail = true }
func (r *recorded) Log(...any)     {}
func (r *recorded) SkipNow()       { runtime.Goexit() }
func (r *recorded) FailNow()       { r.Fail(); runtime.Goexit() }
func (r *recorded) Error(a ...any) { r.Errorf("%s", fmt.Sprint(a...)) }
func (r *recorded) Errorf(format string, a ...any) {
	r.Fail()
	fmt.Fprintf(&r.said, format+"\n", a...)
}
func (r *recorded) Fatalf(format string, a ...any) { r.Errorf(format, a...); r.FailNow() }
func (r *recorded) Logf(format string, a ...any)   { fmt.Fprintf(&r.said, format+"\n", a...) }

// hears returns what a test says of a reducer, and whether it fails.
func hears(t *testing.T, test func(*recorded)) (string, bool) {
	t.Helper()
	r := &recorded{TB: t, name: t.Name()}
	done := make(chan struct{})
	go func() {
		defer close(done)
		test(r)
	}()
	<-done
	return r.said.String(), r.fail
}

// breaks says how a reducer breaks a law, and whether it does.
func breaks(t *testing.T, c rsdp.Custom, of Law, options ...Option) (string, bool) {
	t.Helper()
	s, err := open(c, options)
	if err != nil {
		t.Fatal(err)
	}
	all := laws()
	law := all[slices.IndexFunc(all, func(l law) bool { return l.Law == of })]
	return hears(t, func(r *recorded) { rapid.Check(r, func(t *rapid.T) { s.hold(t, law) }) })
}

// setFlag sets a flag of rapid for the test.
func setFlag(t *testing.T, name, value string) {
	t.Helper()
	f := flag.Lookup(name)
	was := f.Value.String()
	if err := f.Value.Set(value); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Value.Set(was) })
}

// Each law has a reducer that breaks it, and says how.
func TestTwins(t *testing.T) {
	setFlag(t, "rapid.nofailfile", "true")
	setFlag(t, "rapid.checks", "5000") // a fifth of them with -short
	setFlag(t, "rapid.seed", "1")
	covered := map[Law]bool{}
	for _, row := range slices.Concat(impure(), disorderly(), unstable()) {
		covered[row.law] = true
		t.Run(row.does, func(t *testing.T) {
			broken := row.twin
			broken.Reducer = utilisation{}
			said, is := breaks(t, utilised(&broken), row.law)
			if !is || !strings.Contains(said, string(row.law)+": ") || !strings.Contains(said, row.says) {
				t.Errorf("%s is not broken by one that %s; it says %q", row.law, row.does, said)
			}
		})
	}
	for _, law := range Laws() {
		if !covered[law] {
			t.Errorf("no reducer breaks %s", law)
		}
	}
}
