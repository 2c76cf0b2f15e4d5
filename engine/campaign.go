package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"github.com/nats-io/nats.go"

	"github.com/scrutineer-go/scrutineer/engine/queue"
	"github.com/scrutineer-go/scrutineer/engine/server"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/command"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
)

// blocks are the blocks of a campaign, run by workers.
type blocks struct {
	*queue.Coordinator
	conn   *nats.Conn
	server *server.Server // nil if it is another program's
	dir    string         // of the server
	crew   *crew
}

// Begin begins a campaign, or goes on with it.
func (e *onNATS) Begin(ctx context.Context, j command.Job) (command.Blocks, error) {
	if err := e.check(); err != nil {
		return nil, err
	}
	if e.workers == 0 && e.url == "" && e.listen == "" {
		return nil, nil
	}
	if j.Options.Program == "" {
		return nil, command.NotRun("this program's file cannot be read, so workers cannot be told which program to run")
	}
	b := &blocks{dir: filepath.Clean(j.Dir) + ".engine"}
	if j.Restart {
		if err := os.RemoveAll(b.dir); err != nil {
			return nil, command.NotRun("%s: cannot be removed (%s)", b.dir, input.Reason(err))
		}
	}
	at, err := b.connect(e, j.Errs)
	if err != nil {
		return nil, err
	}
	say := func(line string) { fmt.Fprintln(j.Errs, line) }
	b.Coordinator, err = queue.Coordinate(ctx, b.conn, queue.JobOf(j.Protocol, j.Options, e.silence),
		queue.Limits{Bytes: int64(e.megabytes * (1 << 20)), Replicas: e.replicas, Fresh: j.Restart}, j.Merged,
		queue.Hooks{Say: say, Ran: j.Options.Ran})
	if err != nil {
		b.disconnect()
		if errors.Is(err, queue.ErrTaken) {
			return nil, bad("-url", "%v, wait for it or end it", err)
		}
		return nil, command.NotRun("%s: %s", at, phrase.FirstLine(err.Error()))
	}
	if threads := j.Options.Workers; threads > 0 {
		e.threads = threads
	} else {
		e.threads = max(1, runtime.NumCPU()/max(1, e.workers))
	}
	b.crew = &crew{
		size: e.workers, threads: e.threads, campaign: b.ID(), url: e.url, errs: j.Errs, say: say,
		lost: func(err error) { b.Fail(err) },
	}
	if e.url != "" || e.listen != "" {
		say(fmt.Sprintf("campaign %s on %s", b.ID(), at))
	}
	if b.server != nil {
		b.crew.url, b.crew.token = "nats://"+reached(b.server.Address(), "127.0.0.1"), b.server.Token()
	}
	return b, nil
}

// connect connects to the server, which it starts if it is one within this program. It returns where that is.
func (b *blocks) connect(e *onNATS, errs io.Writer) (at string, err error) {
	if e.url != "" {
		at = redacted(e.url)
		b.conn, err = nats.Connect(e.url, connection(at, errs)...)
		if err != nil {
			err = command.NotRun("%s: %s", at, phrase.FirstLine(err.Error()))
		}
		return at, err
	}
	b.server, err = server.Start(b.dir, e.listen, os.Getenv(tokenVariable))
	if err != nil {
		return b.dir, command.NotRun("%s: no server can be started: %s", b.dir, phrase.FirstLine(input.Reason(err)))
	}
	if b.conn, err = b.server.Connect(); err != nil {
		b.server.Stop()
		return b.dir, command.NotRun("%s: %s", b.dir, err)
	}
	if e.listen != "" {
		token := b.server.Token()
		if os.Getenv(tokenVariable) != "" {
			token = "..." // the user has set it, and logs must not have it
		}
		fmt.Fprintf(errs, "workers join by: %s=%s %s work -url nats://%s\n", tokenVariable, token,
			filepath.Base(os.Args[0]), reached(b.server.Address(), host()))
	}
	return b.server.Address(), nil
}

func (b *blocks) disconnect() {
	b.conn.Close()
	if b.server != nil {
		b.server.Stop()
	}
}

// Block returns a block. The first call starts the workers on this machine.
func (b *blocks) Block(ctx context.Context, first, n int) (campaign.Block, error) {
	b.crew.start(ctx)
	block, err := b.Coordinator.Block(ctx, first, n)
	if lost := (queue.LostError{}); errors.As(err, &lost) {
		err = command.NotRun("%s", lost.Error())
	}
	return block, err
}

// Merged tells of the result so far.
func (b *blocks) Merged(r *campaign.Result, saved bool) {
	b.Coordinator.Merged(r.Run, r.Examined(), saved)
}

// Close ends the workers on this machine, and the server within this program.
func (b *blocks) Close(over bool) {
	b.Coordinator.Close(over)
	b.crew.end()
	b.disconnect()
	if over && b.server != nil {
		_ = os.RemoveAll(b.dir) // if this fails, the same command does it
	}
}
