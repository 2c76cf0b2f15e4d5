package spec

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/internal/panics"
)

// Panic is the cause of a panic, and the calls of the checked code that have led to it.
type Panic struct {
	Cause any
	Where string // "" if no checked code is among them
}

// String returns the cause and the calls in one line.
func (p Panic) String() string {
	if p.Where == "" {
		return fmt.Sprint(p.Cause)
	}
	return fmt.Sprintf("%v, at %s", p.Cause, p.Where)
}

// Recovered returns what recover has returned together with the calls that led to it. A [Breach], a Panic and nil stay
// as they are. The deferred function that recovers must call it.
func Recovered(cause any) any {
	switch cause.(type) {
	case nil, Breach, Panic:
		return cause
	}
	return Panic{cause, panics.Where()}
}
