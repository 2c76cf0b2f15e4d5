//go:build !unix || aix || solaris

package workshop

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"
)

// lock waits until it has made the file. A process that is killed leaves it, and somebody must remove it.
func lock(file string) (unlock func() error, err error) {
	for range 3600 {
		f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err == nil {
			return func() error { return os.Remove(file) }, f.Close()
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
		time.Sleep(time.Second)
	}
	return nil, fmt.Errorf("%s has been there for an hour; remove it if no test is running", file)
}
