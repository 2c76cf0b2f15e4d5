package rsdp

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// What explorations cannot judge: they do not know how long anything takes, and their replicas are told
// to begin few sessions.
const (
	windowsEndName  = "WindowsEnd" // no SHARE prolongs the window that another has opened
	freshNamesName  = "FreshNames" // no two sessions of a replica have one name (a5)
	windowProlonged = "the SHARE window of %s was open, and is armed again"
)

// window judges that a window that is open is not armed again: else replicas that share more often than
// it is long would keep it open for ever. It returns whether it is open after the event.
func (m *monitor) window(e *world.Event, open bool) bool {
	if _, down := world.Lives(&e.Action); down {
		return false
	}
	open = open && !slices.Contains(spec.Firings(words.TimerShare), e.Action.Name)
	for _, effect := range e.Effects {
		if effect.Timer != words.TimerShare {
			continue
		}
		if open && effect.Kind == impl.SetTimer {
			m.Fail(windowsEndName, fmt.Sprintf(windowProlonged, e.Action.At), e.N, nil)
		}
		open = effect.Kind == impl.SetTimer
	}
	return open
}

// named judges the name of a session that begins, where lives are in it: it is greater than that of the
// one before, until there are no more numbers.
func (m *monitor) named(e *world.Event, name words.Session) {
	at := e.Action.At
	last := m.names[at]
	m.names[at] = name
	switch again := name.Number == 0 && last.Number == m.cfg.Sessions-1; {
	case m.cfg.Interprets(words.CountersRestart):
	case name.Life > last.Life, name.Life == last.Life && (again || name.Number > last.Number):
	default:
		m.Fail(freshNamesName, fmt.Sprintf("%s begins session %v after %v", at, name, last), e.N, nil)
	}
}
