//go:build !linux

package command

import (
	"os"
	"runtime"
	"testing"
)

// terminal cannot open one here.
func terminal(t *testing.T, _ int) (screen, program *os.File) {
	t.Skipf("pseudo-terminals are opened by hand on Linux alone, this is %s", runtime.GOOS)
	return nil, nil
}
