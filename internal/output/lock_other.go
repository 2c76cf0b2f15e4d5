//go:build !unix || aix || solaris

package output

import (
	"errors"
	"io/fs"
	"os"
)

// busy says what is the matter with a folder whose lock another run has.
const busy = "is being written by another run, or by one that was killed: then remove its " + lockName

// isLocked tells whether another run has the lock.
func isLocked(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// isAt tells whether the file is there: whose it is cannot be told here.
func isAt(_ *os.File, name string) bool { return isLocked(name) }

// tryLock makes the file. There are no locks here that go with the process: where one
// is killed the file stays, and somebody has to say that nobody is writing.
func tryLock(file string) (*os.File, error) {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil, errBusy
	}
	if err != nil {
		return nil, err
	}
	return f, f.Close() // some systems remove no open files
}
