package command

import (
	"context"
	"flag"
	"io"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
)

// Engine runs the blocks of campaigns in other processes, the workers. A program has one by [MainOn].
type Engine interface {
	// CampaignFlags defines the flags that campaign has beside those of every program.
	CampaignFlags(*flag.FlagSet)
	// Begin begins a campaign, or goes on with it. It returns nil if the flags ask for no other process.
	Begin(context.Context, Job) (Blocks, error)
	// WorkFlags defines the flags of work.
	WorkFlags(*flag.FlagSet)
	// Work runs blocks of a campaign until that has ended, or the context does. It reports on errs.
	Work(ctx context.Context, w Workplace, errs io.Writer) error
}

// Job is a campaign that an engine runs.
type Job struct {
	Protocol string
	Options  campaign.Options
	Dir      string    // the campaign's folder
	Merged   int       // how many runs the result in it has
	Restart  bool      // the data of an earlier start is to be dropped
	Errs     io.Writer // for messages to the user
}

// Workplace is the program in which a worker runs.
type Workplace struct {
	// Program names the program as [campaign.Options] do.
	Program string
	// Protocol returns the protocol of a name as it runs in simulated worlds.
	Protocol func(name string) (campaign.Harness, error)
}

// Blocks are the blocks of a campaign.
type Blocks interface {
	// Block returns the block of at most n runs that begins with the run first, as [campaign.Harness.Elsewhere] asks
	// for it. An error is one of a run, or from [NotRun].
	Block(ctx context.Context, first, n int) (campaign.Block, error)
	// Merged reports the result so far. saved reports whether the campaign's folder has it too.
	Merged(r *campaign.Result, saved bool)
	// Status returns the progress of the workers in a few words.
	Status() string
	// Close ends the workers. over reports whether the campaign is complete and saved; otherwise it may be resumed.
	Close(over bool)
}

// engine is nil if campaigns run in this process alone.
var engine Engine

// workCommand is a command of programs with an engine alone.
const workCommand = "work"
