// Package command is the command line, for whatever protocols it is given: a file for each
// command, and what they share. The program of this repository is cmd/scrutineer; a user's own
// is three lines, by scrutineer.Main.
//
// It knows no protocol and must not import properties. Start reading at [Main]: it has the table
// of commands, each of which stands on flags (parse.go, help.go), reports (reports.go), the
// protocols (protocols.go), the terminal (console.go, ticker.go) and errors (errors.go, status.go).
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/internal/verify"
)

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

// MainOn is Main for a program whose campaigns may run on an engine.
func MainOn(e Engine, list ...verify.Protocol) {
	engine = e
	Main(list...)
}

// run runs one command and returns the exit status.
func run(ctx context.Context, args []string, out, errs io.Writer) int {
	commands := map[string]func(context.Context, []string, io.Writer, io.Writer) error{
		"verify": runVerify, "explore": runExplore, "campaign": runCampaign, "replay": runReplay, "cases": listCases,
		"claims": listClaims, "fetch": fetch, "history": judgeHistory, "version": sayVersion,
		"serve": runServe, "client": runClient, "judge": runJudge,
		reproduceCommand: runReproduce, compareCommand: runCompare,
	}
	if engine != nil {
		commands[workCommand] = work
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
