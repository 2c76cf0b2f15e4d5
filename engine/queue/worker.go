package queue

import (
	"errors"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
)

// Worker runs spans.
type Worker struct {
	Name    string
	Threads int // how many runs go on at a time
	// Campaign is the ID of the campaign, see [Coordinator.ID]. If it is empty, the worker takes one of its program.
	Campaign string
	Wait     time.Duration
	Program  string
	Protocol func(name string) (campaign.Harness, error)
	Say      func(line string)
}

// The errors of [Worker.Work] beside those of the protocol.
var (
	// ErrNoCampaign is the error that there was none for as long as the worker waits, or no connection, or that the
	// server has closed it.
	ErrNoCampaign = errors.New("no campaign")
	// ErrAnotherBuild is the error that there are campaigns of other programs only.
	ErrAnotherBuild = errors.New("another build")
)
