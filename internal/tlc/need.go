package tlc

import "errors"

// Tester is what Need, Have and Batches use of a *testing.T. The package does not import
// testing, so that programs can use it.
type Tester interface {
	Helper()
	Log(args ...any)
	Skip(args ...any)
	Fatal(args ...any)
	Cleanup(func())
}

// Need returns a Runner for a test, which runs small cases in batches, or ends the test: it skips where TLC is not
// on this machine, and fails if it is required or if what is there is wrong.
func Need(t Tester) Runner {
	t.Helper()
	r, err := Find()
	var missing *NotRunError
	switch {
	case err == nil:
	case errors.As(err, &missing) && !Required():
		t.Skip(err)
	default:
		t.Fatal(err)
	}
	r.Batch = Batches(t)
	return r
}

// Batches returns a Batch for a test, which closes it at its end. It runs one JVM at a time: a second one would spend
// more time to start and to compile TLC than it saves.
func Batches(t Tester) *Batch {
	b := &Batch{turns: make(chan struct{}, 1)}
	t.Cleanup(b.Close)
	return b
}

// Have returns a Runner for a test that has more to do than TLC, with the user's cache and in batches. Where TLC
// is not on this machine it returns nil and the log says so; where it is required, or what is there
// is wrong, the test ends.
func Have(t Tester) *Runner {
	t.Helper()
	r, err := Find()
	var missing *NotRunError
	switch {
	case err == nil:
		if cache, err := OpenCache(); err == nil { // without a folder for it nothing is kept
			r.Cache = cache
		}
		r.Batch = Batches(t)
		return &r
	case errors.As(err, &missing) && !Required():
		t.Log(err)
	default:
		t.Fatal(err)
	}
	return nil
}
