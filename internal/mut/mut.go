// Package mut is what mutated code asks: whether the mutant of that number is the one that is switched on.
// All mutants live in one program (mutant schemata); the environment chooses one of them, or has the
// program write down which of them it comes by. The code imports this package nowhere: the mutation tester, and
// what builds all rows of planted bugs, write calls of it into copies of the sources, which the go command's
// -overlay puts in their place.
package mut

import (
	"cmp"
	"fmt"
	"os"
	"strconv"
	"sync"
)

// What the environment says: the number of the one mutant that is on, or the file to write the numbers
// of all into that are reached, a line each.
const (
	On    = "SCRUTINEER_MUTANT"
	Trace = "SCRUTINEER_MUTANTS_REACHED"
)

// Most is how many mutants a program may have.
const Most = 4096

// What a flag says of its mutant.
const (
	off     = iota // and nobody asks where it is
	unseen         // off, to be written down as soon as it is reached
	mutated        // on
)

var (
	flags [Most]uint8
	lock  sync.Mutex
	trace *os.File
)

func init() {
	if text := os.Getenv(On); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n >= held {
			panic(fmt.Sprintf("%s=%s names none of this program's %d mutants", On, text, held))
		}
		flags[n] = mutated
	}
	name := os.Getenv(Trace)
	if name == "" {
		return
	}
	file, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		panic(err)
	}
	trace = file
	for n := range flags {
		flags[n] = unseen
	}
}

// Is tells whether the mutant of that number is on.
func Is(n int) bool { return flags[n] != off && reached(n) }

// reached is Is where somebody wants to know. A line is one write, which several processes may do to one file.
func reached(n int) bool {
	if flags[n] == mutated {
		return true
	}
	lock.Lock()
	defer lock.Unlock()
	if flags[n] == unseen {
		flags[n] = off
		if _, err := fmt.Fprintln(trace, n); err != nil {
			panic(err)
		}
	}
	return false
}

type integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

// Up is the number, or one more.
func Up[T integer](n int, v T) T {
	if Is(n) {
		return v + 1
	}
	return v
}

// Down is the number, or one less.
func Down[T integer](n int, v T) T {
	if Is(n) {
		return v - 1
	}
	return v
}

// Else is the one value, or the other.
func Else[T any](n int, one, other T) T {
	if Is(n) {
		return other
	}
	return one
}

// Zero is the value, or that which nobody has set.
func Zero[T any](n int, v T) (zero T) {
	if Is(n) {
		return zero
	}
	return v
}

// Add is a + b, or a - b.
func Add[T integer](n int, a, b T) T {
	if Is(n) {
		return a - b
	}
	return a + b
}

// Sub is a - b, or a + b.
func Sub[T integer](n int, a, b T) T {
	if Is(n) {
		return a + b
	}
	return a - b
}

// Less is a < b, or a <= b.
func Less[T cmp.Ordered](n int, a, b T) bool { return a < b || a == b && Is(n) }

// AtMost is a <= b, or a < b.
func AtMost[T cmp.Ordered](n int, a, b T) bool { return a < b || a == b && !Is(n) }

// Greater is a > b, or a >= b.
func Greater[T cmp.Ordered](n int, a, b T) bool { return a > b || a == b && Is(n) }

// AtLeast is a >= b, or a > b.
func AtLeast[T cmp.Ordered](n int, a, b T) bool { return a > b || a == b && !Is(n) }
