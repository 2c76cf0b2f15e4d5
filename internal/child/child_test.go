package child_test

import (
	"os/exec"
	"syscall"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/child"
)

// A child that is asked to end or killed has ended, and a command that is not there is no child.
func TestChild(t *testing.T) {
	for name, end := range map[string]func(*child.Child){
		"signal": func(c *child.Child) { _ = c.Signal(syscall.SIGTERM) }, "kill": (*child.Child).Kill,
	} {
		c, err := child.Start(exec.Command("sleep", "1000"))
		if err != nil {
			t.Fatal(err)
		}
		end(c)
		<-c.Ended()
		if err := syscall.Kill(c.ID(), 0); err == nil {
			t.Errorf("%s: it is there", name)
		}
		c.Kill()
	}
	if c, err := child.Start(exec.Command("/no such command")); err == nil {
		t.Error("it was started")
	} else {
		c.Kill()
	}
}
