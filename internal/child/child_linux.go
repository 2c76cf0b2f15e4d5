package child

import (
	"os/exec"
	"syscall"
)

// endsWithUs has a command killed when the thread that has started it ends.
func endsWithUs(cmd *exec.Cmd) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
}
