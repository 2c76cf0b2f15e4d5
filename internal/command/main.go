// Package command is the command line, for whatever protocols it is given: a file for each
// command, and what they share. The program of this repository is cmd/scrutineer; a user's own
// is three lines, by scrutineer.Main.
//
// It knows no protocol and must not import properties. Start reading at [Main].
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/compare"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/tla/tlc"
)

// The exit statuses.
const (
	exitOK       = 0
	exitFailed   = 1
	exitBadInput = 2
	exitNotRun   = 3
)

// protocols lists every protocol that this program knows. Main sets it, once, before any
// command.
var protocols func() []verify.Protocol

// firstProtocol names the protocol that commands take where -p is not given.
func firstProtocol() string { return protocols()[0].Name }

// checkProtocols refuses a list in which a name does not stand for one protocol.
func checkProtocols(list []verify.Protocol) error {
	bad := func(format string, args ...any) error {
		return &input.Error{File: "protocols", Field: "Main", Want: fmt.Sprintf(format, args...)}
	}
	if len(list) == 0 {
		return bad("no protocol, it must register one at least")
	}
	names := spec.NewSet[string]()
	for _, p := range list {
		if p.Name == "" || names.Has(p.Name) {
			return bad("the name %q, every protocol must be registered once under a name of its own", p.Name)
		}
		names = names.With(p.Name)
		if err := reproduce.Check(experimentsOf(p)); err != nil {
			return bad("%s: %v", p.Name, err)
		}
	}
	if err := compare.Check(verify.Contenders(list)); err != nil {
		return bad("%v", err)
	}
	return nil
}

// protocolOf finds the protocol of that name. where and field name where the name
// stands.
func protocolOf(name, where, field string) (verify.Protocol, error) {
	var names []string
	for _, p := range protocols() {
		if p.Name == name {
			return p, nil
		}
		names = append(names, p.Name)
	}
	return verify.Protocol{}, &input.Error{File: where, Field: field, Want: fmt.Sprintf(
		"%q, it must be one of %s", name, strings.Join(names, ", "))}
}

// worldsOf is the protocol as it runs in simulated worlds, in which one with models alone does not.
// where and field name where it is named.
func worldsOf(p verify.Protocol, where, field string) (campaign.Harness, error) {
	runs := p.Campaigns()
	if runs.Open == nil {
		return runs, &input.Error{File: where, Field: field, Want: fmt.Sprintf(
			"%s does not run in simulated worlds; %s explore looks at its models", p.Name, called())}
	}
	return runs, nil
}

// errFailed is returned by a command that has said already what failed.
var errFailed = errors.New("failed")

// notRunError says what did not run and how to go on.
type notRunError struct{ text string }

// Error is one line.
func (e *notRunError) Error() string { return e.text }

// Main runs the command that the program's arguments name, for these protocols, and ends the
// program with its exit status. The first protocol is the one that commands take where none is
// named.
func Main(list ...verify.Protocol) {
	protocols = func() []verify.Protocol { return list }
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // the second signal ends the program at once
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run runs one command and returns the exit status.
func run(ctx context.Context, args []string, out, errs io.Writer) int {
	commands := map[string]func(context.Context, []string, io.Writer, io.Writer) error{
		"verify": runVerify, "explore": runExplore, "campaign": runCampaign, "replay": runReplay, "cases": listCases,
		"claims": listClaims, "fetch": fetch, "history": judgeHistory, "version": sayVersion,
		reproduceCommand: runReproduce, compareCommand: runCompare,
	}
	if len(args) == 0 {
		fmt.Fprint(errs, usage())
		return exitBadInput
	}
	shown := newConsole(errs)
	errs = shown
	said := &sink{to: out, before: shown.clear}
	if args[0] == "help" || args[0] == "-h" || args[0] == "--help" {
		fmt.Fprint(said, usage())
		return status(errs, said.lost())
	}
	command, ok := commands[args[0]]
	if !ok {
		return status(errs, &input.Error{File: "command line", Want: fmt.Sprintf(
			"%q is no command, %s help lists them", args[0], called())})
	}
	err := checkProtocols(protocols())
	if err == nil {
		err = command(ctx, args[1:], said, errs)
	}
	return status(errs, errors.Join(err, said.lost()))
}

// status says what went wrong, a line each, and returns the exit status for it: what has failed
// counts for more than what has not run.
func status(errs io.Writer, err error) int {
	exit := exitOK
	for _, err := range parts(err) {
		var bad *input.Error
		var absent *tlc.NotRunError
		var rest *notRunError
		code := exitFailed
		switch {
		case errors.Is(err, errFailed): // it has been said
		case errors.As(err, &bad):
			err, code = bad, exitBadInput
		case errors.As(err, &absent):
			err, code = absent, exitNotRun
		case errors.As(err, &rest):
			err, code = rest, exitNotRun
		case errors.Is(err, context.Canceled):
			err, code = fmt.Errorf("interrupted: %w", err), exitNotRun
		}
		if !errors.Is(err, errFailed) {
			fmt.Fprintf(errs, "%s: %v\n", programName(), err)
		}
		if exit == exitOK || code == exitFailed {
			exit = code
		}
	}
	return exit
}

// parts are the errors that were joined.
func parts(err error) []error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok && err != nil {
		return []error{err}
	}
	var all []error
	if ok {
		for _, err := range joined.Unwrap() {
			all = append(all, parts(err)...)
		}
	}
	return all
}
