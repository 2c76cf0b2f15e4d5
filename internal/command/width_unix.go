//go:build linux || darwin || freebsd || netbsd

package command

import (
	"syscall"
	"unsafe"
)

// columnsOf asks a terminal how wide it is; 0 where it does not know.
func columnsOf(fd uintptr) int {
	var size struct{ rows, columns, x, y uint16 }
	_, _, failed := syscall.Syscall(syscall.SYS_IOCTL, fd, syscall.TIOCGWINSZ, uintptr(unsafe.Pointer(&size)))
	if failed != 0 {
		return 0
	}
	return int(size.columns)
}
