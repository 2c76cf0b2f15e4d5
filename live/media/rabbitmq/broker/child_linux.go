package broker

import "syscall"

// endsWithUs has a child killed when the thread that has started it ends.
func endsWithUs() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
