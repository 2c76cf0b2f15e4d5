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

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/tla/tlc"
	"github.com/scrutineer-go/scrutineer/verify"
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

// errFailed is returned by a command that has said already what failed.
var errFailed = errors.New("failed")

const usage = `usage: scrutineer COMMAND [flags]

  verify    run every case through TLC, specification and implementation
  explore   visit every state of an implementation within a budget of faults
  campaign  run drawn plans of faults, minimise and keep what fails
  replay    run the plan of faults in a file
  cases     list the cases, or write what TLC reads of them
  claims    say what has become of each claim of the papers
  fetch     bring TLC into the cache, with Maven
  help      say this

scrutineer COMMAND -h lists a command's flags.

exit status: 0 all as expected, 1 something failed (also where it was interrupted
then), 2 bad input or flags, 3 something required did not run or was interrupted
`

// about says of a command what its flags do not.
func about(command string) string {
	switch command {
	case "explore":
		return `
Visits every state that the implementation's processes can reach within a budget of
faults, and judges each. It needs no Java. For a violated property it prints a path
and writes a plan that takes this path in a simulated world, for scrutineer replay.
A search that did not see everything says so, and never that something holds.

  scrutineer explore -p ctolerant -set nodes=3 -set f=1 -set initiator=2 \
    -budget crash=1,premature=1,restart=1 -may-crash 0,1
  scrutineer explore -p ctolerant -case base-tagged-crash-premature -set rule=last

exit status: 0 everything was seen and every property holds, 1 a property is violated
or the implementation's code is at fault, 2 bad flags, 3 not everything was seen

`
	case "campaign":
		return `
Draws n plans of faults, runs each and judges it. For a failing run it keeps a
folder with a small plan that fails too, the drawn plan, the trace and a diagram.
The same flags give the same result. Interrupted or killed, a campaign keeps what
it has found, and the same command goes on from there.

exit status: 0 nothing failed, 1 something failed (also where it was interrupted
then), 2 bad flags, 3 interrupted and nothing has failed so far

`
	case "claims":
		return `
Says for each claim of the papers what has become of it and what decided it: the
counts that the tables pin, the corpus as it should replay, and computations, which
run now. verify says the same of what it has run.

exit status: 0 every claim is decided or listed as open, 1 a claim is not, 2 bad flags

`
	case "replay":
		return `
Runs the plan in FILE as it stands, and once for each of its expectations. Without
any, every property must hold: a failure's plan fails until the failure is mended,
so that git bisect run scrutineer replay plan.json finds what brought it. A known
failure gets into a corpus with its expectations, which -expect writes.

exit status: 0 as expected, 1 not as expected, 2 a bad plan or bad flags

`
	}
	return ""
}

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
		"claims": listClaims, "fetch": fetch,
	}
	if len(args) == 0 {
		fmt.Fprint(errs, usage)
		return exitBadInput
	}
	if args[0] == "help" || args[0] == "-h" || args[0] == "--help" {
		fmt.Fprint(out, usage)
		return exitOK
	}
	command, ok := commands[args[0]]
	if !ok {
		return status(errs, &input.Error{File: "command line", Want: fmt.Sprintf(
			"%q is no command, scrutineer help lists them", args[0])})
	}
	if err := checkProtocols(protocols()); err != nil {
		return status(errs, err)
	}
	return status(errs, command(ctx, args[1:], out, errs))
}

// status says what went wrong, in one line, and returns the exit status for it.
func status(errs io.Writer, err error) int {
	var bad *input.Error
	var absent *tlc.NotRunError
	var rest *notRunError
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errFailed):
		return exitFailed
	case errors.As(err, &bad):
		fmt.Fprintln(errs, "scrutineer:", bad)
		return exitBadInput
	case errors.As(err, &absent):
		fmt.Fprintln(errs, "scrutineer:", absent)
		return exitNotRun
	case errors.As(err, &rest):
		fmt.Fprintln(errs, "scrutineer:", rest)
		return exitNotRun
	}
	fmt.Fprintln(errs, "scrutineer:", err)
	return exitFailed
}
