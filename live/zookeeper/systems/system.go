// Package systems starts the systems that are compared, as processes on this machine, measures them at rest, and takes
// their leaders away. It runs on Linux.
//
// Start reading at [System].
package systems

import (
	"context"
	"time"
)

// System is one of the systems that are compared.
type System struct {
	Name  string // as in a table
	ID    string // small letters, digits and "-"
	Nodes int    // processes that are measured
	// Longer is by how much longer than others the system is measured at rest; 0 is as 1.
	Longer int
	// Fetch, if it is set, fetches what the system needs.
	Fetch func(context.Context) error
	Flags string // of the programs that are measured
	// LostBy says how the leader is taken away: "stopped" or "killed".
	LostBy string
	// Elects reports whether the system elects a leader.
	Elects bool
	// Losses takes the leader away n times, and returns how the others noticed. It is nil if the system is measured at
	// rest alone.
	Losses func(ctx context.Context, dir string, n int) ([]Loss, error)

	versions func(context.Context) []string // of the programs that are measured
	// start starts the system, and returns when it has a leader, or when all members know each other.
	start func(ctx context.Context, dir string) (*running, error)
}

// made says how the system was measured today.
func (s System) made() Made {
	return Made{
		Versions: s.versions(context.Background()), Flags: s.Flags, Date: time.Now().UTC().Format(time.DateOnly),
	}
}

// Made says how something was measured.
type Made struct {
	Versions []string `json:"versions" input:"required"`
	Flags    string   `json:"flags,omitempty"`
	Date     string   `json:"date" input:"required"`
}
