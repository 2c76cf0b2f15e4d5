package scrutineer_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/linearizability"
)

// Stored is what a durable register has on its disk.
type Stored struct{ Value int }

// Durable is a register that outlives crashes, with a client at its process. It saves its value twice
// in each step, so that a crash may fall into any step, before and after its effect.
type Durable struct {
	Value, Calls, Answers int
	Busy                  scrutineer.Body
	Answer                any
}

type durableNode struct {
	durable Durable
	later   bool // the call begins in one step and ends in another
	torn    bool // a write first clears what is on the disk
}

func (d *durableNode) State() any { return &d.durable }

func (d *durableNode) Step(ev scrutineer.Event, out *scrutineer.Effects) {
	r := &d.durable
	switch ev.Kind {
	case scrutineer.Booted:
		r.Value = linearizability.Nil
	case scrutineer.Recovered:
		r.Value = linearizability.Nil
		if last, ok := ev.Disk.(Stored); ok {
			r.Value = last.Value
		}
	case scrutineer.Input:
		r.Calls, r.Busy = r.Calls+1, ev.Body
		if write, ok := ev.Body.(linearizability.Write); ok {
			r.Value = write.Value
		}
		if _, writes := ev.Body.(linearizability.Write); writes && d.torn {
			out.Save(Stored{linearizability.Nil})
		}
		if d.later {
			out.SetTimer("Answer", 1_000_000)
		}
	}
	out.Save(Stored{r.Value})
	out.Save(Stored{r.Value})
	if r.Busy == nil || d.later && ev.Kind != scrutineer.Fired {
		return
	}
	r.Answer = linearizability.Value{Value: r.Value}
	if _, writes := r.Busy.(linearizability.Write); writes {
		r.Answer = linearizability.Done{}
	}
	r.Answers, r.Busy = r.Answers+1, nil
}

func durable(later, torn bool) scrutineer.Protocol[Durable] {
	return scrutineer.Protocol[Durable]{
		Name: "durable", Nodes: 1, Wire: []any{Stored{}}, Recovers: scrutineer.MessagesVanish,
		Timeout: 30 * time.Millisecond,
		New: func(scrutineer.NodeID, int) scrutineer.Node {
			return &durableNode{later: later, torn: torn}
		},
		Client: &scrutineer.Client[Durable]{
			Model: linearizability.Register(),
			Calls: func(_ scrutineer.NodeID, r *Durable) []scrutineer.Body {
				if r.Busy != nil || r.Calls >= 3 {
					return nil
				}
				return []scrutineer.Body{linearizability.Read{}, linearizability.Write{Value: r.Calls}}
			},
			Answered: func(_ scrutineer.NodeID, r *Durable) (int, any) { return r.Answers, r.Answer },
		},
	}
}

// What a crash inside a step does to a client's operation is the same in explorations and in runs:
// it has not returned, and may have taken effect or not. That the step is a fault makes it none of
// the network's. What such a crash does break both find.
func TestCrashInsideACall(t *testing.T) {
	for name, where := range map[string]struct{ runs, states, fails, passes string }{
		"run": {"2000", "-1", "Linearizable fails in run ", "2000 passed, 0 outside"},
		"explored": {
			"1", "0", "Linearizable fails in an exploration with crashIn=1, ", " states with crash=1, crashIn=1,",
		},
	} {
		for _, later := range []bool{false, true} {
			for _, torn := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/later=%t/torn=%t", name, later, torn), func(t *testing.T) {
					flagged(t, "scrutineer.n", where.runs)
					flagged(t, "scrutineer.states", where.states)
					r := checked(t, durable(later, torn))
					switch {
					case torn && (len(r.errors) != 1 || !strings.HasPrefix(r.errors[0], where.fails)):
						t.Errorf("it says %q, want %q", r.errors, where.fails)
					case torn && !strings.Contains(r.errors[0], "crashes inside"):
						t.Errorf("no crash inside a step is named: %s", r.errors[0])
					case !torn && (len(r.errors) > 0 || !strings.Contains(strings.Join(r.logs, "\n"), where.passes)):
						t.Errorf("it says %q and %q, want %q", r.errors, r.logs, where.passes)
					}
				})
			}
		}
	}
}
