package command_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/command"
	"github.com/scrutineer-go/scrutineer/properties"
)

const (
	exitOK       = command.ExitOK
	exitFailed   = command.ExitFailed
	exitBadInput = command.ExitBadInput
	exitNotRun   = command.ExitNotRun
)

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "scrutineer-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	program := filepath.Join(dir, "scrutineer")
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", program, "../../cmd/scrutineer")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "%s\n%v\n", out, err)
		os.Exit(1)
	}
	command.Prepare(program, sync.OnceValue(properties.Registered))
	os.Unsetenv("GITHUB_ACTIONS") // of what runs these tests; those that want it set it
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}
