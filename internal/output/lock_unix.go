//go:build unix && !aix && !solaris

package output

import (
	"errors"
	"os"
	"syscall"
)

// busy says what is the matter with a folder whose lock another run has.
const busy = "is being written by another run"

// tryLock locks the file, which it makes. The lock goes with the process, however that
// ends: a file that is left of one that was killed keeps nobody out.
func tryLock(file string) (*os.File, error) {
	for {
		f, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			return nil, err
		}
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case errors.Is(err, syscall.EWOULDBLOCK):
			err = errBusy
		case err != nil: // this file system has no locks
			os.Remove(file)
		case isAt(f, file):
			return f, nil
		}
		f.Close()
		if err != nil {
			return nil, err
		}
		// Whoever had the lock has removed the file since it was opened: another try.
	}
}

// isLocked tells whether another run has the lock.
func isLocked(file string) bool {
	f, err := os.OpenFile(file, os.O_RDWR, 0)
	if err != nil {
		return false
	}
	defer f.Close() // and with it the lock
	return errors.Is(syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB), syscall.EWOULDBLOCK)
}

// isAt tells whether the open file has that name still.
func isAt(f *os.File, name string) bool {
	open, err := f.Stat()
	there, absent := os.Stat(name)
	return errors.Join(err, absent) == nil && os.SameFile(open, there)
}
