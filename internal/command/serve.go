package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
	"github.com/scrutineer-go/scrutineer/live"
	"github.com/scrutineer-go/scrutineer/spec"
)

// serveFlags are the flags of serve.
type serveFlags struct {
	dir      string
	id       int
	untilEOF bool
}

func (f *serveFlags) define(set *flag.FlagSet) {
	set.IntVar(&f.id, "id", -1, "the `number` of the process, from 0")
	set.BoolVar(&f.untilEOF, untilEOFFlag, false, untilEOFHelp)
}

// The flag by which a child of another program ends with it.
const (
	untilEOFFlag = "until-eof"
	untilEOFHelp = "end when the standard input does, as a child of another program"
)

// runServe runs one process of a cluster until it is interrupted.
func runServe(ctx context.Context, args []string, out, errs io.Writer) error {
	var f serveFlags
	args, f.dir = takeFileBut(args, "id")
	if err := parse("serve DIR", args, errs, f.define); errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	if err := checkFolder("serve", f.dir); err != nil {
		return err
	}
	if runtime.GOOS != "linux" {
		return &notRunError{fmt.Sprintf("serve runs on Linux only, not on %s: run it there and judge the logs anywhere",
			runtime.GOOS)}
	}
	c, err := openCluster(f.dir)
	if err != nil {
		return err
	}
	if f.id < 0 || f.id >= len(c.Peers) {
		return usageError("-id", fmt.Sprintf("%d, it must be 0 to %d", f.id, len(c.Peers)-1))
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if f.untilEOF {
		live.UntilEOF(os.Stdin, cancel)
	}
	return f.serve(ctx, c, out, errs)
}

// transport opens the transport of a process.
func (c liveCluster) transport(id spec.NodeID, dir string, errs io.Writer) (live.Transport, error) {
	if c.Medium == "" {
		udp, err := live.ListenUDP(id, c.Peers)
		if err != nil {
			return nil, c.taken(id, err)
		}
		return udp, nil
	}
	t, err := live.Join(live.Joining{
		URL: c.Medium, ID: id, Nodes: len(c.Peers), Peers: c.Peers, Group: c.group(),
		Keeps: c.subject.Cluster.Failures == spec.MessagesWait, First: !live.HasLived(dir, id),
		Warn: func(why string) { fmt.Fprintf(errs, "process %s: %s: %s\n", id, c.Medium, why) },
	})
	if err != nil {
		return nil, &notRunError{fmt.Sprintf("process %s cannot join %s: %s", id, c.Medium, input.Reason(err))}
	}
	return t, nil
}

// taken says that a process cannot listen.
func (c liveCluster) taken(id spec.NodeID, err error) error {
	return &notRunError{fmt.Sprintf("process %s cannot listen on %s (%s): give it another address in %s, or end "+
		"what listens there", id, c.Peers[id], input.Reason(err), c.file)}
}

// serve runs the process.
func (f *serveFlags) serve(ctx context.Context, c liveCluster, out, errs io.Writer) error {
	id := spec.NodeID(f.id)
	transport, err := c.transport(id, f.dir, errs)
	if err != nil {
		return err
	}
	defer transport.Close()
	clients, err := live.ListenTCP(id, c.Peers)
	if err != nil {
		return c.taken(id, err)
	}
	defer clients.Close()
	disk := filepath.Join(f.dir, fmt.Sprintf("process%s.disk", id))
	lived := live.HasLived(f.dir, id)
	if lived && !c.subject.Cluster.Failures.Recovers() {
		return &notRunError{fmt.Sprintf("process %s of %s has lived, and under the failure model %s none comes up "+
			"again: remove its logs in %s to begin anew", id, c.Protocol, c.subject.Cluster.Failures, f.dir)}
	}
	if _, err := os.Stat(disk); err == nil && !lived {
		return &notRunError{disk + ": is there before the first life of the process: remove it"}
	}
	log, life, err := live.CreateLog(f.dir, live.Head{Protocol: c.Protocol, Config: c.config, ID: id})
	if err != nil {
		return unwritten(f.dir, err)
	}
	fmt.Fprintf(out, "process %s of %s, life %d, listens on %s\n", id, c.Protocol, life, c.Peers[id])
	p := live.Process{
		Cluster: c.subject.Cluster, ID: id, Life: life, Group: c.group(), Transport: transport,
		Disk: live.DiskAt(disk), Log: log, Seed: c.Seed, Clients: clients, Faults: c.injected,
		Warn: func(why string) { fmt.Fprintln(errs, why) },
	}
	if len(c.Skew) > 0 {
		p.Skew = time.Duration(c.Skew[id])
	}
	return ended(fmt.Sprintf("process %s", id), f.dir, errors.Join(p.Run(ctx), log.Close()))
}

// ended returns the error of a process or a client that has ended by itself.
func ended(who, dir string, err error) error {
	var unwritable *fs.PathError
	switch {
	case errors.As(err, &unwritable):
		return unwritten(dir, err)
	case err != nil:
		return &notRunError{fmt.Sprintf("%s ends: %s", who, phrase.FirstLine(err.Error()))}
	}
	return nil
}
