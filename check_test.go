package scrutineer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/linearizability"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/tla/tlc"
	"github.com/scrutineer-go/scrutineer/verify"
)

// recorded is a test that keeps what Check says, and goes on where it fails.
type recorded struct {
	testing.TB
	errors, logs []string
}

func (r *recorded) Helper()      {}
func (r *recorded) Name() string { return r.TB.Name() }
func (r *recorded) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}

func (r *recorded) Logf(format string, args ...any) {
	r.logs = append(r.logs, fmt.Sprintf(format, args...))
}

func (r *recorded) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	panic(fatal{})
}

type fatal struct{}

// checked runs Check in an empty folder and returns what it says.
func checked[State any](t *testing.T, p scrutineer.Protocol[State]) (r *recorded) {
	t.Helper()
	t.Chdir(t.TempDir())
	r = &recorded{TB: t}
	defer func() {
		if cause := recover(); cause != nil && cause != (fatal{}) {
			panic(cause)
		}
	}()
	scrutineer.Check(r, p)
	return r
}

func TestRegisterIsLinearizable(t *testing.T) {
	r := checked(t, register(false))
	t.Log(strings.Join(r.logs, "\n"))
	if len(r.errors) > 0 {
		t.Error(strings.Join(r.errors, "\n"))
	}
}

// What campaigns find the explorer finds too, by a shortest path.
func TestStaleReadIsExplored(t *testing.T) {
	for stale, want := range map[bool]string{false: "", true: "Read by client 1 returned"} {
		p := register(stale).Registered()
		subject, err := p.Open(tlc.Case{Config: []byte(`{"nodes": 3}`)})
		if err != nil {
			t.Fatal(err)
		}
		r, err := subject.Reach([]string{"Linearizable"}, "", verify.ReachOptions{Workers: 1})
		if err != nil || r.Ended != checker.Complete {
			t.Fatalf("%v, %s", err, r.Ended)
		}
		found := r.Results[0]
		if (found.Verdict == spec.Violated) != stale || !strings.HasPrefix(found.Why, want) {
			t.Errorf("stale %t: %s (%s)\n%s", stale, found.Verdict, found.Why, found.Path)
		}
		if stale && found.Length != 11 {
			t.Errorf("a path of %d states, the shortest has 11:\n%s", found.Length, found.Path)
		}
	}
}

func TestStaleReadIsFound(t *testing.T) {
	r := checked(t, register(true))
	t.Log(strings.Join(append(r.logs, r.errors...), "\n"))
	if len(r.errors) != 1 || !strings.HasPrefix(r.errors[0], "Linearizable fails in run ") {
		t.Errorf("it says %q", r.errors)
	}
}

// What stands in the state before the first call is no answer, as long as the count says so.
func TestNothingAnsweredAtFirst(t *testing.T) {
	p := register(false)
	p.Client.Answered = func(_ scrutineer.NodeID, r *Register) (int, any) {
		if r.Answers == 0 {
			return 0, linearizability.Done{}
		}
		return r.Answers, r.Answer
	}
	if r := checked(t, p); len(r.errors) > 0 {
		t.Error(strings.Join(r.errors, "\n"))
	}
}
