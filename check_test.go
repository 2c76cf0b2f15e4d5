package scrutineer_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/linearizability"
	"github.com/scrutineer-go/scrutineer/spec"
)

// recorded is a test that keeps what Check says, and goes on where it fails.
type recorded struct {
	testing.TB
	errors, logs []string
	cleanups     []func()
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

func (r *recorded) Cleanup(do func()) { r.cleanups = append(r.cleanups, do) }

// end ends the test, as far as Check sees.
func (r *recorded) end() {
	for _, do := range slices.Backward(r.cleanups) {
		do()
	}
}

type fatal struct{}

// checked runs Check in an empty folder and returns what it says.
func checked(t *testing.T, p scrutineer.Registration) (r *recorded) {
	t.Helper()
	t.Chdir(t.TempDir())
	return checkedHere(t, p)
}

// checkedHere runs Checks in one test, in the present folder, and returns what they say.
func checkedHere(t *testing.T, all ...scrutineer.Registration) (r *recorded) {
	t.Helper()
	r = &recorded{TB: t}
	defer func() {
		if cause := recover(); cause != nil && cause != (fatal{}) {
			panic(cause)
		}
		r.end()
	}()
	for _, p := range all {
		scrutineer.Check(r, p)
	}
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
		subject, err := p.Open(cases.Case{Config: []byte(`{"nodes": 3}`)})
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

// An answer that is counted and not given is a failure: its operation would stay open for ever, which
// allows anything.
func TestAnswerThatIsNoAnswer(t *testing.T) {
	p := register(false)
	p.Client.Answered = func(_ scrutineer.NodeID, r *Register) (int, any) { return r.Answers, nil }
	if r := checked(t, p); len(r.errors) != 1 || !strings.Contains(r.errors[0], "Answered counts it and gives none") {
		t.Errorf("it says %q", r.errors)
	}
}

// Inputs beside a client are no calls, whatever the model would do with them.
func TestInputsAreNoCalls(t *testing.T) {
	p := register(false)
	p.Inputs = func(at scrutineer.NodeID, r *Register) []scrutineer.Body {
		if at == 0 && r.Calls == 0 {
			return []scrutineer.Body{Lead{1}}
		}
		return nil
	}
	p.Wire = append(p.Wire, Lead{})
	p.Client.Model.Apply = func(state any, in spec.Body) (any, any) {
		if _, lead := in.(Lead); lead {
			t.Error("an input was taken for a call")
		}
		return linearizability.Register().Apply(state, in)
	}
	if r := checked(t, p); len(r.errors) > 0 {
		t.Errorf("it says %q", r.errors)
	}
}

// A timer that is set only after a recovery is as fair as others.
func TestTimersAfterRecoveryAreFair(t *testing.T) {
	p := scrutineer.Protocol[retry]{
		Name: "retry", Nodes: 2, New: func(scrutineer.NodeID, int) scrutineer.Node { return &retry{} },
		Recovers: scrutineer.MessagesVanish, Crashes: 2,
		Eventually: scrutineer.Properties[retry]{"AllDone": func(v scrutineer.View[retry]) error {
			for id, r := range v.All() {
				if !r.Done {
					return fmt.Errorf("%s is not done", id)
				}
			}
			return nil
		}},
	}
	if r := checked(t, p); len(r.errors) > 0 {
		t.Errorf("it says %q", r.errors)
	}
}

// retry is done at once, and after a recovery when a timer fires that is set only then.
type retry struct{ Done bool }

func (r *retry) State() any { return r }

func (r *retry) Step(ev scrutineer.Event, out *scrutineer.Effects) {
	if ev.Kind == scrutineer.Recovered {
		out.SetTimer("Again", 10_000_000)
	} else {
		r.Done = true
	}
}

// Checks of several protocols may run at once.
func TestAtOnce(t *testing.T) {
	t.Chdir(t.TempDir())
	all := make([]*recorded, 4)
	var group sync.WaitGroup
	for n := range all {
		all[n] = &recorded{TB: t}
		group.Go(func() { scrutineer.Check(all[n], register(false)) })
	}
	group.Wait()
	for n, r := range all {
		if len(r.errors) > 0 {
			t.Errorf("%d says %q", n, r.errors)
		}
	}
}

// The command that is printed names the test, whatever that is called.
func TestPattern(t *testing.T) {
	t.Run("n=2 (x+y)", func(t *testing.T) {
		if r := checked(t, register(true)); !strings.Contains(r.errors[0], `-run '^TestPattern$/^n=2_\(x\+y\)$'`) {
			t.Errorf("it says %q", r.errors)
		}
	})
}

// TypeOK is a property as any other. The contracts of every run have names of their own, and the error says so.
func TestNamesOfProperties(t *testing.T) {
	p := forgetting("nothing")
	p.Always["TypeOK"] = p.Always["Fine"]
	p.Registered()
	for name, want := range map[string]string{
		"NoPanic":      "every run is held to NoPanic already, give the property another name",
		"Linearizable": "the judge of clients is called Linearizable, give the property another name",
	} {
		p := forgetting("nothing")
		p.Always[name] = p.Always["Fine"]
		if name == "Linearizable" {
			p.Client = &scrutineer.Client[forgetful]{
				Model:    linearizability.Register(),
				Answered: func(scrutineer.NodeID, *forgetful) (int, any) { return 0, nil },
				Calls:    func(scrutineer.NodeID, *forgetful) []scrutineer.Body { return nil },
			}
		}
		func() {
			defer func() {
				if text := fmt.Sprint(recover()); !strings.Contains(text, want) {
					t.Errorf("%s: it says %s, want %s", name, text, want)
				}
			}()
			p.Registered()
		}()
	}
}
