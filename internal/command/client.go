package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/scrutineer-go/scrutineer/live"
	"github.com/scrutineer-go/scrutineer/spec"
)

// defaultSuspectAfter is how long a process may be silent, if cluster.json does not say so.
const defaultSuspectAfter = time.Second

// runClient runs the client of the processes of a cluster until it is interrupted.
func runClient(ctx context.Context, args []string, out, errs io.Writer) error {
	var dir string
	untilEOF := false
	args, dir = takeFileBut(args)
	if err := parse("client DIR", args, errs, func(set *flag.FlagSet) {
		set.BoolVar(&untilEOF, untilEOFFlag, false, untilEOFHelp)
	}); errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	if err := checkFolder("client", dir); err != nil {
		return err
	}
	c, err := openCluster(dir)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if untilEOF {
		live.UntilEOF(os.Stdin, cancel)
	}
	log, life, err := live.CreateLog(dir, live.Head{Protocol: c.Protocol, Config: c.config, ID: spec.Environment})
	if err != nil {
		return unwritten(dir, err)
	}
	fmt.Fprintf(out, "the client of %s, life %d, gives inputs to %d processes\n", c.Protocol, life, len(c.Peers))
	client := live.Client{
		Peers: c.Peers, Group: c.group(), Life: life, Log: log, Delay: c.Inputs, Seed: c.Seed,
		SuspectAfter: c.suspectAfter(),
	}
	return ended("the client", dir, errors.Join(client.Run(ctx), log.Close()))
}

// suspectAfter returns how long a process may be silent until the client takes it to be down; 0 if the inputs of the
// protocol do not depend on who is down.
func (c liveCluster) suspectAfter() time.Duration {
	switch {
	case c.subject.Cluster.InputsIgnoreDown:
		return 0
	case c.SuspectAfter == 0:
		return defaultSuspectAfter
	}
	return time.Duration(c.SuspectAfter)
}
