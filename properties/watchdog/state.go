package watchdog

import (
	"github.com/scrutineer-go/scrutineer"
	implementation "github.com/scrutineer-go/scrutineer/impl/watchdog"
)

// state is the state of a process, and view what a property sees.
type (
	state = implementation.State
	view  = scrutineer.View[state]
)
