package server

import (
	"os"
	"strings"
	"time"
)

// Phase is a phase of a server's part in its ensemble.
type Phase struct {
	At time.Time
	// Name is as the server logs it, such as Looking.
	Name string
}

// Looking is the phase of a server that has lost its leader, or has had none yet.
const Looking = "looking"

// Serves reports whether the server serves clients in this phase.
func (p Phase) Serves() bool { return strings.HasSuffix(p.Name, " - broadcast") }

// Phases returns the phases that the n-th server has gone through.
func (e *Ensemble) Phases(n int) (all []Phase, err error) {
	text, err := os.ReadFile(e.logs[n].Name())
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		_, name, is := strings.Cut(line, " - Peer state changed: ")
		if !is || !strings.HasSuffix(line, "\n") { // the last line may be torn
			continue
		}
		at, _, _ := strings.Cut(line, " ")
		when, err := time.Parse(time.RFC3339, at)
		if err != nil {
			return nil, err
		}
		all = append(all, Phase{when, strings.TrimSpace(name)})
	}
	return all, nil
}
