package lab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The test program runs the jobs of the tests if its first argument is one of the laboratory's roles.
func TestMain(m *testing.M) {
	if is, err := Role(os.Args[1:], []Job{counts, fails, dies, sleeps}); is {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// counted is the result of a job.
type counted struct {
	Trials int  `json:"trials" input:"required"`
	Alone  bool `json:"alone"`
}

var (
	counts = Job{ID: "counts", Run: func(p Place) (any, error) { return counted{p.Size.Trials, p.Alone}, nil }}
	fails  = Job{ID: "fails", Run: func(Place) (any, error) { return nil, errors.New("no luck\nat all") }}
	dies   = Job{ID: "dies", Run: func(Place) (any, error) { return nil, syscall.Kill(os.Getpid(), syscall.SIGKILL) }}
	sleeps = Job{ID: "sleeps", Run: func(Place) (any, error) { time.Sleep(time.Hour); return nil, nil }}
)

func laboratory(t *testing.T) *Laboratory {
	return &Laboratory{Dir: t.TempDir(), Size: Size{Settles: 1, Seconds: 2, Trials: 3}}
}

// A job runs in a child, and its result is kept: the job is not run again.
func TestMeasure(t *testing.T) {
	l := laboratory(t)
	got, err := Measure[counted](t.Context(), l, counts)
	if want := (counted{3, Namespaces() == nil}); err != nil || got != want {
		t.Fatalf("it is %+v, want %+v: %v", got, want, err)
	}
	if _, err := os.Stat(filepath.Join(l.Dir, "scratch")); err == nil {
		t.Error("the folder for the job's files is still there")
	}
	again := Job{ID: counts.ID, Fetch: func(context.Context) error { return errors.New("measured anew") }}
	if is, err := Measure[counted](t.Context(), l, again); err != nil || is != got {
		t.Errorf("again it is %+v: %v", is, err)
	}
	l.Size.Trials++
	if _, err := Measure[counted](t.Context(), l, again); err == nil || err.Error() != "measured anew" {
		t.Errorf("with another size: %v", err)
	}
}

// Two laboratories do not measure in one folder at the same time, and the second one says so.
func TestLock(t *testing.T) {
	l := laboratory(t)
	unlock, err := l.lock()
	if err != nil {
		t.Fatal(err)
	}
	other := &Laboratory{Dir: l.Dir, Size: l.Size}
	if _, err := Measure[counted](t.Context(), other, counts); err == nil ||
		!strings.HasPrefix(err.Error(), l.Dir+": another program measures there") {
		t.Error(err)
	}
	unlock()
	if _, err := Measure[counted](t.Context(), other, counts); err != nil {
		t.Error(err)
	}
}

// A job that ends without a word is named with its status, and one that is interrupted ends.
func TestEnds(t *testing.T) {
	l := laboratory(t)
	if _, err := Measure[counted](t.Context(), l, dies); err == nil || err.Error() != "dies: signal: killed" {
		t.Error(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := Measure[counted](ctx, l, sleeps); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

// A job that fails says so in a line, and leaves its files.
func TestFails(t *testing.T) {
	l := laboratory(t)
	if _, err := Measure[counted](t.Context(), l, fails); err == nil || err.Error() != "fails: no luck" {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(l.Dir, "scratch")); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(l.Dir, "fails.json")); err == nil {
		t.Error("a result is kept")
	}
}

// A kept cell of another program is measured anew, and a file that is no cell is refused by its name.
func TestKeptCells(t *testing.T) {
	l := laboratory(t)
	j := Job{ID: "none", Fetch: func(context.Context) error { return errors.New("measured anew") }}
	file := filepath.Join(l.Dir, "none.json")
	for _, c := range []struct{ text, want string }{
		{`{}`, file + ": is no cell"},
		{`{"job": "none", `, file + ": is no cell"},
		{
			`{"job": "none", "size": {"settles": 1, "seconds": 2, "trials": 3}, "program": "another", ` +
				`"machine": "m", "result": {"trials": 1}}`,
			"measured anew",
		},
	} {
		if err := os.WriteFile(file, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Measure[counted](t.Context(), l, j); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
}
