package tests

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"example.com/fencedlease"

	"github.com/scrutineer-go/scrutineer/engine"
	"github.com/scrutineer-go/scrutineer/internal/child"
	"github.com/scrutineer-go/scrutineer/properties"
)

// isProgram has this binary be the program under test.
const isProgram = "ENGINE_TEST_PROGRAM"

func TestMain(m *testing.M) {
	switch os.Getenv(isProgram) {
	case "":
	case "server":
		serve(os.Args[1:])
		return
	default:
		engine.Main(append(properties.All(), fencedlease.Protocol())...)
		return
	}
	os.Exit(tested(m))
}

// tested runs the tests.
func tested(m *testing.M) (status int) {
	var err error
	if tempDir, err = os.MkdirTemp("", "engine"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(tempDir)
	return m.Run()
}

// program returns a command that runs the program in a folder.
func program(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), isProgram+"=1")
	return cmd
}

// theCampaign is a campaign of the program, which two or more processes run.
type theCampaign struct {
	testing.TB
	dir   string
	one   string   // the folder of the campaign in one process
	flags []string // what to run
	more  []string // in which processes
	file  string   // of the program, if it is not that of this test

	command *exec.Cmd
	*child.Child
	stderr lines
}

// lines is the output of a program on stderr.
type lines struct {
	mutex sync.Mutex
	text  bytes.Buffer
}

func (l *lines) Write(text []byte) (int, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.text.Write(text)
}

func (l *lines) String() string {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.text.String()
}

// alone runs the campaign in one process, in its folder one. Of several tests with the same flags the first does.
func alone(t testing.TB, flags ...string) *theCampaign {
	t.Helper()
	onlyOne.Lock()
	defer onlyOne.Unlock()
	key := strings.Join(flags, " ")
	if ones[key] == "" {
		dir, err := os.MkdirTemp(tempDir, "")
		if err != nil {
			t.Fatal(err)
		}
		cmd := program(dir, append([]string{"campaign", "-out", "one"}, flags...)...)
		if out, err := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() > 1 {
			t.Fatalf("%v: %s", err, out)
		}
		ones[key] = filepath.Join(dir, "one")
	}
	return &theCampaign{TB: t, dir: t.TempDir(), one: ones[key], flags: flags}
}

// ones has the folders of campaigns in one process, by their flags. They are in tempDir.
var (
	onlyOne sync.Mutex
	ones    = map[string]string{}
	tempDir string
)

// start starts the campaign, in the folder two.
func (c *theCampaign) start() {
	c.Helper()
	c.command = program(c.dir, append(append([]string{"campaign", "-out", "two"}, c.flags...), c.more...)...)
	c.command.Stderr = &c.stderr
	if c.file != "" {
		c.command.Path = c.file
	}
	running, err := child.Start(c.command)
	if err != nil {
		c.Fatal(err)
	}
	c.Child = running
	c.Cleanup(running.Kill)
}

// end waits for its end, and reports what differs from the one process.
func (c *theCampaign) end() {
	c.Helper()
	select {
	case <-c.Ended():
	case <-time.After(5 * time.Minute):
		c.Fatalf("it does not end: %s", c.stderr.String())
	}
	if status := c.command.ProcessState.ExitCode(); status != 1 { // something fails in each of these campaigns
		c.Errorf("exit status %d: %s", status, c.stderr.String())
	}
	differ := exec.Command("diff", "-r", c.one, "two")
	differ.Dir = c.dir
	if out, err := differ.CombinedOutput(); err != nil {
		c.Errorf("%v: %s\n%s", err, out, c.stderr.String())
	}
	if _, err := os.Stat(filepath.Join(c.dir, "two.engine")); !os.IsNotExist(err) {
		c.Errorf("the server's folder is left: %v", err)
	}
}

// runs returns how many runs the result in the folder two has.
func (c *theCampaign) runs() int {
	text, err := os.ReadFile(filepath.Join(c.dir, "two", "result.json"))
	var r struct{ Run int }
	if err != nil || json.Unmarshal(text, &r) != nil {
		return 0
	}
	return r.Run
}

// await waits until the result has n runs, and reports whether the campaign still runs.
func (c *theCampaign) await(n int) bool {
	for c.runs() < n {
		select {
		case <-c.Ended():
			return false
		case <-time.After(10 * time.Millisecond):
		}
	}
	return true
}

func (c *theCampaign) hasEnded() bool {
	select {
	case <-c.Ended():
		return true
	default:
		return false
	}
}

// says waits until the campaign has said a text.
func (c *theCampaign) says(text string) {
	c.Helper()
	c.until(text, func() {})
}

// until calls a function again and again until the campaign has said a text.
func (c *theCampaign) until(text string, do func()) {
	c.Helper()
	for begin := time.Now(); !strings.Contains(c.stderr.String(), text); time.Sleep(20 * time.Millisecond) {
		if c.hasEnded() || time.Since(begin) > time.Minute {
			c.Fatalf("it does not say %q: %s", text, c.stderr.String())
		}
		do()
	}
}

// workers returns the processes that the campaign has started.
func (c *theCampaign) workers() (all []int) {
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		c.Fatal(err)
	}
	for _, file := range stats {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		_, after, _ := strings.Cut(string(text), ") ")
		words := strings.Fields(after) // state, parent
		if len(words) > 1 && words[0] != "Z" && words[1] == strconv.Itoa(c.ID()) {
			pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
			if err != nil {
				c.Fatal(err)
			}
			all = append(all, pid)
		}
	}
	return all
}

// aWorker waits until there is a worker.
func (c *theCampaign) aWorker(nth int) int {
	c.Helper()
	for begin := time.Now(); time.Since(begin) < time.Minute; time.Sleep(5 * time.Millisecond) {
		if all := c.workers(); len(all) > 0 {
			return all[nth%len(all)]
		}
	}
	c.Fatalf("there is no worker: %s", c.stderr.String())
	return 0
}

// send sends a signal, and reports whether the process was there.
func (c *theCampaign) send(pid int, s syscall.Signal) bool {
	c.Helper()
	err := syscall.Kill(pid, s)
	if err != nil && err != syscall.ESRCH {
		c.Fatal(err)
	}
	return err == nil
}

// copied copies the program's file with more bytes at its end, and returns the path.
func (c *theCampaign) copied(more ...byte) (file string) {
	c.Helper()
	file = filepath.Join(c.dir, fmt.Sprintf("copy%d", len(more)))
	text, err := os.ReadFile(os.Args[0])
	if err == nil {
		err = os.WriteFile(file, append(text, more...), 0o755)
	}
	if err != nil {
		c.Fatal(err)
	}
	return file
}

// killed kills the coordinator as kill -9 does, and starts it again.
func (c *theCampaign) killed() {
	c.Helper()
	c.Kill()
	c.start()
}

// call runs the program to its end, and returns its exit status and its stderr.
func call(t testing.TB, ctx context.Context, dir string, args ...string) (status int, stderr string) {
	t.Helper()
	cmd := program(dir, args...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	stop := context.AfterFunc(ctx, func() { _ = cmd.Process.Kill() })
	defer stop()
	_ = cmd.Wait()
	return cmd.ProcessState.ExitCode(), errs.String()
}

// serve is a NATS server of its own, as a part of a cluster if there are routes: name, address, folder, address for
// other servers, their addresses.
func serve(args []string) { fmt.Fprintln(os.Stderr, serveNATS(args)) }
