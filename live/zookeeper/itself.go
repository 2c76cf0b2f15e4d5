package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// The roles in which the program runs itself, beside serve and client.
const (
	cellRole   = "cell"
	probeRole  = "probe"
	memberRole = "member"
)

// fail ends a role with its error.
func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// firstLine returns the first line of a text.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}

// itself returns a command that runs this program.
func itself(args ...string) *exec.Cmd {
	cmd := exec.Command("/proc/self/exe", args...)
	cmd.Args[0] = os.Args[0]
	return cmd
}
