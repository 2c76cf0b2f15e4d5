package panics

import "sync/atomic"

// Exited says what it means if [Returns] reports false.
const Exited = "runtime.Goexit is called, as t.Fatal and require do; a property returns an error instead, " +
	"a process panics"

// exits reports whether some f of Returns has not returned in this program.
var exits atomic.Bool

// Returns calls f and reports whether f returns. The checked code may end its goroutine by runtime.Goexit. The first
// Goexit in a program also ends the goroutine that called Returns: the caller of that goroutine must start its work
// again. After the first Goexit, Returns calls each f on a goroutine of its own. Returns does not do so from the start
// because a goroutine costs as much as a short run.
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
