package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// The program runs as it is typed: a case without TLC, and a campaign, which counts the edges of the bound.
func TestProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the program, and takes seconds")
	}
	for _, args := range []string{"verify -no-tlc -only crash", "campaign -n 100 -out " + t.TempDir()} {
		cmd := exec.Command("go", append([]string{"run", "."}, strings.Fields(args)...)...)
		cmd.Env = append(os.Environ(), "TLC_REQUIRED=")
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", args, err, text)
		}
	}
}
