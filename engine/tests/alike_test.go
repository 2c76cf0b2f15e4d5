package tests

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/internal/loopback"
)

// pair is two folders in which the same commands run: in one process, and with two workers.
type pair struct {
	testing.TB
	alone, together string
}

func newPair(t *testing.T) pair {
	t.Parallel()
	return pair{t, t.TempDir(), t.TempDir()}
}

// run runs a campaign in both folders and reports differences of exit status, output and files.
func (p pair) run(status int, flags string) {
	p.Helper()
	words := append([]string{"campaign", "-out", "it", "-threads", "1"}, strings.Fields(flags)...)
	var out [2]string
	for i, dir := range []string{p.alone, p.together} {
		if i == 1 {
			words = append(words, "-workers", "2")
		}
		cmd := program(dir, words...)
		var errs lines
		cmd.Stderr = &errs
		text, _ := cmd.Output()
		if is := cmd.ProcessState.ExitCode(); is != status {
			p.Errorf("%s: exit status %d, want %d: %s", words, is, status, errs.String())
		}
		out[i] = string(text)
	}
	if out[0] != out[1] {
		p.Errorf("%s: %s", words, cmp.Diff(out[0], out[1]))
	}
	if one, two := filesIn(p, p.alone), filesIn(p, p.together); !cmp.Equal(one, two) {
		p.Errorf("%s: %s", words, cmp.Diff(one, two))
	}
}

// seconds is a time in a file of JUnit.
var seconds = regexp.MustCompile(`time="[^"]*"`)

// filesIn returns the files in a folder without those of the NATS server, and without times.
func filesIn(t testing.TB, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(file string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if d != nil && strings.HasSuffix(file, ".engine") {
				return filepath.SkipDir
			}
			return err
		}
		text, err := os.ReadFile(file)
		name := strings.TrimPrefix(file, dir)
		all[name] = string(text)
		if strings.HasSuffix(name, ".xml") {
			all[name] = seconds.ReplaceAllString(all[name], "")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

const hasty = "-p fencedlease -set hasty=true -keep 1 "

// What a campaign prints, and the files that -json and -junit write, are those of one process.
func TestReports(t *testing.T) {
	p := newPair(t)
	p.run(1, hasty+"-n 700 -json result.json -junit junit.xml")
	if got := len(filesIn(t, p.together)); got < 5 {
		t.Errorf("%d files", got)
	}
}

// A campaign that stops at a failure stops, and goes on, as in one process. So does one that is begun again.
func TestStops(t *testing.T) {
	for _, until := range []string{"-until-failed", "-until OneTermOneHolder"} {
		t.Run(until, func(t *testing.T) {
			p := newPair(t)
			p.run(1, hasty+"-n 1000 "+until)
			if _, err := os.Stat(filepath.Join(p.together, "it.engine")); err != nil {
				t.Errorf("the server's folder is gone before the campaign is complete: %v", err)
			}
			p.run(1, hasty+"-n 1000")
			if _, err := os.Stat(filepath.Join(p.together, "it.engine")); err == nil {
				t.Error("the server's folder is left")
			}
		})
	}
}

// A campaign that begins again keeps the folder of the earlier start as in one process.
func TestBeginsAgain(t *testing.T) {
	p := newPair(t)
	p.run(1, hasty+"-n 400")
	p.run(1, hasty+"-n 500 -restart")
}

// A campaign that is interrupted goes on where it was.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	c := alone(t, campaigns[2].day...)
	c.more = []string{"-workers", "2", "-threads", "1"}
	c.start()
	if !c.await(1) {
		t.Fatal("it has ended before it was interrupted")
	}
	c.send(c.ID(), syscall.SIGINT)
	<-c.Ended()
	if status := c.command.ProcessState.ExitCode(); status != 1 && status != 3 {
		t.Errorf("exit status %d: %s", status, c.stderr.String())
	}
	c.start()
	c.end()
	if !strings.Contains(c.stderr.String(), "going on after run") {
		t.Error(c.stderr.String())
	}
}

// Two campaigns on one server do not meet, and a second one of the same flags is refused.
func TestTwoCampaigns(t *testing.T) {
	t.Parallel()
	s := clustered{Name: "one", Address: loopback.Free(t, 1)[0], Dir: t.TempDir()}
	s.start(t)
	awaitServer(t, s.Address)
	var both []*theCampaign
	for _, seed := range []string{"1", "2"} {
		c := alone(t, strings.Fields(hasty+"-n 2000 -seed "+seed)...)
		c.more = []string{"-url", "nats://" + s.Address, "-workers", "1", "-threads", "1"}
		c.start()
		both = append(both, c)
	}
	if !both[0].await(1) {
		t.Fatal("the first has ended before the second began")
	}
	args := append([]string{"campaign", "-out", "three"}, both[0].flags...)
	status, says := call(t, t.Context(), both[0].dir, append(args, both[0].more...)...)
	if status != 2 || !strings.Contains(says, "another process runs this campaign on that server") {
		t.Errorf("the same campaign: exit status %d, %s", status, says)
	}
	for _, c := range both {
		c.end()
	}
}
