package engine

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/scrutineer-go/scrutineer/engine/queue"
	"github.com/scrutineer-go/scrutineer/internal/command"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
)

// WorkFlags defines the flags of work.
func (e *onNATS) WorkFlags(set *flag.FlagSet) {
	set.StringVar(&e.url, "url", "", "the `URL` of the NATS server, such as nats://10.0.0.7:4222 (default that in the "+
		"environment\nvariable "+urlVariable+"); the variable "+tokenVariable+" has its token")
	set.StringVar(&e.campaign, "campaign", "", "run that campaign only, whose `ID` it prints (default one of this "+
		"program)")
	set.IntVar(&e.threads, "threads", 0, "how many `runs` go on at a time (default one for each of the machine's "+
		"cores)")
	set.StringVar(&e.name, "name", "", "the worker's `name` (default that of the machine, and the number of the "+
		"process)")
	set.DurationVar(&e.wait, "wait", 10*time.Minute, "end after this `duration` without a campaign or a connection")
	set.BoolVar(&e.quiet, "quiet", false, "print errors only")
}

// Work runs blocks of a campaign until that has ended.
func (e *onNATS) Work(ctx context.Context, at command.Workplace, errs io.Writer) error {
	switch {
	case e.url == "" && os.Getenv(urlVariable) == "":
		return bad("-url", "is missing, it must be the URL of the server, such as nats://127.0.0.1:4222")
	case e.threads < 0 || e.threads > 4096:
		return bad("-threads", "%d, it must be 0 to 4096", e.threads)
	case e.wait < 0:
		return bad("-wait", "%s, it must not be negative", e.wait)
	}
	if e.url == "" {
		e.url = os.Getenv(urlVariable)
	}
	if err := checkURL(e.url); err != nil {
		return err
	}
	if e.threads == 0 {
		e.threads = runtime.NumCPU()
	}
	if e.name == "" {
		e.name = fmt.Sprintf("%s-%d", host(), os.Getpid())
	}
	say := func(line string) {
		if !e.quiet {
			fmt.Fprintf(errs, "%s: %s\n", e.name, line)
		}
	}
	shown := redacted(e.url)
	lines := errs
	if e.quiet {
		lines = io.Discard // the campaign that started this worker has the same connection
	}
	conn, err := nats.Connect(e.url, append(connection(shown, lines), nats.RetryOnFailedConnect(true))...)
	if err != nil {
		return command.NotRun("%s: %s", shown, phrase.FirstLine(err.Error()))
	}
	defer conn.Close()
	w := queue.Worker{
		Name: e.name, Threads: e.threads, Campaign: e.campaign, Wait: e.wait, Program: at.Program,
		Protocol: at.Protocol, Say: say,
	}
	err = w.Work(ctx, conn)
	switch {
	case err == nil:
		say("the campaign has ended")
	case errors.Is(err, queue.ErrAnotherBuild):
		return bad("-url", "%s", err)
	case errors.Is(err, queue.ErrNoCampaign):
		return command.NotRun("%s: %s", shown, phrase.FirstLine(err.Error()))
	case ctx.Err() != nil && e.quiet:
		return nil
	case ctx.Err() != nil:
		return command.NotRun("interrupted; another worker runs what this one has begun")
	}
	return err
}
