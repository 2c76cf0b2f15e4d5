package command

import (
	"fmt"
	"os"
	"syscall"
	"testing"
	"unsafe"
)

// terminal opens a pseudo-terminal of so many columns: what is written into the second end comes
// out of the first as it would come to a screen.
func terminal(t *testing.T, columns int) (screen, program *os.File) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("there are no pseudo-terminals here: %v", err)
	}
	t.Cleanup(func() { screen.Close() })
	var unlock, number int32
	size := [4]uint16{24, uint16(columns)}
	for _, ask := range []struct {
		request uintptr
		about   unsafe.Pointer
	}{
		{syscall.TIOCSPTLCK, unsafe.Pointer(&unlock)},
		{syscall.TIOCGPTN, unsafe.Pointer(&number)},
		{syscall.TIOCSWINSZ, unsafe.Pointer(&size)},
	} {
		_, _, failed := syscall.Syscall(syscall.SYS_IOCTL, screen.Fd(), ask.request, uintptr(ask.about))
		if failed != 0 {
			t.Skipf("there are no pseudo-terminals here: %v", failed)
		}
	}
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("there are no pseudo-terminals here: %v", err)
	}
	t.Cleanup(func() { program.Close() })
	return screen, program
}
