package lab

import (
	"os"
	"os/exec"
)

// The roles in which the laboratory runs this program.
const (
	cellRole  = "cell"
	probeRole = "probe"
)

// Itself returns a command that runs this program.
func Itself(args ...string) *exec.Cmd {
	cmd := exec.Command("/proc/self/exe", args...)
	cmd.Args[0] = os.Args[0]
	return cmd
}
