package child_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/child"
)

// A child ends with the program that has started it, and not with the goroutine.
func TestEndsWithUs(t *testing.T) {
	if os.Getenv("CHILD_PARENT") != "" {
		started := make(chan *child.Child)
		go func() {
			c, err := child.Start(exec.Command("sleep", "1000"))
			if err != nil {
				t.Error(err)
			}
			started <- c
		}()
		c := <-started
		time.Sleep(50 * time.Millisecond) // the goroutine is over
		select {
		case <-c.Ended():
			t.Fatal("the child has ended")
		default:
		}
		fmt.Println(c.ID())
		select {}
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestEndsWithUs$")
	cmd.Env = append(os.Environ(), "CHILD_PARENT=1")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	parent, err := child.Start(cmd)
	if err != nil {
		t.Fatal(err)
	}
	defer parent.Kill()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	id, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(line)
	}
	if err := syscall.Kill(id, 0); err != nil {
		t.Fatal("the child is not there: ", err)
	}
	parent.Kill()
	for deadline := time.Now().Add(10 * time.Second); runs(id); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the child outlives its parent")
		}
	}
}

// runs reports whether a process is there that has not ended.
func runs(id int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", id))
	return err == nil && !strings.Contains(string(stat), ") Z ")
}
