//go:build unix

package tlc

import (
	"os/exec"
	"syscall"
	"time"
)

// killGroup makes the command the head of a process group, and a cancelled
// context end the whole group: mvn is a script that starts a JVM.
func killGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 5 * time.Second
}
