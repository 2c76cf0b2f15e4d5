package succession

import (
	"github.com/scrutineer-go/scrutineer"
	implementation "github.com/scrutineer-go/scrutineer/impl/succession"
	detector "github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// state is the state of a process, and view what a property sees.
type (
	state = implementation.State
	view  = scrutineer.View[state]
)

// lists reports whether a process has a member in SWIM's list.
func lists(s *state, member int) bool { return s.Lower.Known[member].Status != detector.Dead }
