package panics

import "sync/atomic"

// Exited says what it means if [Returns] reports false.
const Exited = "runtime.Goexit is called, as t.Fatal and require do; a property returns an error instead, " +
	"a process panics"

// exits tells that the code that is checked has ended a goroutine, or panicked where nobody recovers.
var exits atomic.Bool

// Returns calls f and reports whether f returns: the code that is checked may end its goroutine by runtime.Goexit. The
// first time in a program the goroutine is lost with all that runs on it; whoever notices does its work again, and then
// each f has a goroutine of its own. That from the start would double what a short run costs.
func Returns(f func()) (returned bool) {
	if exits.Load() {
		return Alone(f)
	}
	defer func() {
		if !returned {
			exits.Store(true)
		}
	}()
	f()
	return true
}

// Alone calls f on a goroutine of its own and reports whether f returns. A panic of f is passed on.
func Alone(f func()) (returned bool) {
	ended := make(chan any)
	go func() {
		var cause any
		defer func() { ended <- cause }()
		defer func() {
			if !returned {
				cause = recover()
			}
		}()
		f()
		returned = true
	}()
	if cause := <-ended; cause != nil {
		panic(cause)
	}
	return returned
}
