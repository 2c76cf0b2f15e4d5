package command

import (
	"context"
	"io"

	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// program is the command line of this repository, built once for all tests of this package.
var program string

// Tests that register protocols stand outside of the package: properties may import what
// imports this one. What they need of it goes by these names.
const (
	ExitOK       = exitOK
	ExitFailed   = exitFailed
	ExitBadInput = exitBadInput
	ExitNotRun   = exitNotRun
)

// Prepare says what the tests of the package work with: the program, and the protocols.
func Prepare(file string, list func() []verify.Protocol) { program, protocols = file, list }

// Replace has commands know other protocols, until it is called with what it returns.
func Replace(list func() []verify.Protocol) (before func() []verify.Protocol) {
	before, protocols = protocols, list
	return before
}

// Run runs one command and returns the exit status.
func Run(ctx context.Context, args []string, out, errs io.Writer) int {
	return run(ctx, args, out, errs)
}

// CheckProtocols refuses a list in which a name does not stand for one protocol.
func CheckProtocols(list []verify.Protocol) error { return checkProtocols(list) }

// ReplaceEngine has campaigns run on an engine, nil for none.
func ReplaceEngine(e Engine) { engine = e }
