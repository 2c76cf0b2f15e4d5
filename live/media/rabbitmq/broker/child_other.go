//go:build !linux

package broker

import "syscall"

// endsWithUs returns nothing: Fetch has no broker for this system.
func endsWithUs() *syscall.SysProcAttr { return nil }
