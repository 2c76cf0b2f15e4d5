//go:build !unix

package tlc

import (
	"os/exec"
	"time"
)

// killGroup has no groups to work with here: a cancelled context ends the
// command alone.
func killGroup(cmd *exec.Cmd) { cmd.WaitDelay = 5 * time.Second }
