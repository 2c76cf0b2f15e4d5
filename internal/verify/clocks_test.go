package verify_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// readers are toys that note what their clocks read. reads says whether they say so.
func readers(reads bool) verify.Engine {
	return verify.Engine{
		Module: "MCReaders", Unspecified: true,
		Instance: func([]byte) (verify.Instance, error) { return reader{Reads: reads}, nil },
	}
}

// reader is their one configuration.
type reader struct{ Reads bool }

func (r reader) Subject(spec.Budget) verify.Subject {
	c := toys(1, spec.CrashStop, func(n *toy, ev impl.Event, _ *impl.Effects) {
		n.state.Steps, n.state.Heard = 1, int(ev.Now)
	})
	c.Reads = r.Reads
	return toySystem(c, still(), spec.Budget{}).Subject()
}

func (reader) Judge() campaign.Judge { return &heardAll{} }

func (r reader) Configuration() any { return r }

// heardAll fails where a toy has heard something.
type heardAll struct{ campaign.Book }

func (h *heardAll) Observe(w *world.World, e *world.Event) {
	if heard := w.State(0).(*toyState).Heard; heard > 0 {
		h.Fail("HeardNothing", "a toy has heard something", e.N, nil)
	}
}

func (h *heardAll) End(*world.World) campaign.Finding { return h.Finding(nil, nil) }

// A case of processes that read their clocks, of any kind, is bad input that is named, and so
// is one of what has no specification.
func TestCasesOfReadersAreRefused(t *testing.T) {
	for _, kind := range []cases.Kind{cases.Graph, cases.Exploration} {
		for reads, want := range map[bool]string{
			true: "readers/cases.json: cases[0].config: its processes read their clocks, and an exploration knows no " +
				"time; only campaigns run it",
			false: "readers/cases.json: cases[0].config: there is no specification; only cases of kind exploration " +
				"can speak of it",
		} {
			if !reads && kind == cases.Exploration {
				continue // the implementation can be explored alone
			}
			text := fmt.Sprintf(`{"version": %d, "protocol": "readers", "module": "MCReaders", "specification": "Spec",
				"cases": [{"id": "one", "why": "to be refused", "kind": %q, "invariants": ["HeardBelow9"],
				"config": {}, "states": 1}]}`, cases.Version, kind)
			p := verify.Protocol{Name: "readers", Models: []verify.Model{readers(reads).Model()}}
			p = p.WithModules(fstest.MapFS{
				"cases.json":    {Data: []byte(text)},
				"MCReaders.tla": {Data: []byte("---- MODULE MCReaders ----\n====\n")},
			})
			if _, err := verify.Prepare([]verify.Protocol{p}, verify.Options{}); err == nil || err.Error() != want {
				t.Errorf("%s: error %v, want %s", kind, err, want)
			}
		}
	}
}

// A run of what has no specification is judged by the monitor alone, also where its steps
// were to be held against one; and an Engine that says otherwise than its Columns is wrong.
func TestMonitorJudgesAlone(t *testing.T) {
	e := readers(true)
	runs := e.Runs(campaign.Harness{Name: "readers"})
	if !runs.Unspecified {
		t.Error("the campaigns do not know that there is no specification")
	}
	subject, err := runs.Open(nil)
	if err != nil {
		t.Fatal(err)
	}
	plan := faults.Plan{Version: faults.PlanVersion, Protocol: "readers", Config: json.RawMessage("{}")}
	for _, refine := range []bool{false, true} {
		o, err := campaign.Run(subject, plan, refine)
		if v, failed := o.Failed(); err != nil || !failed || v.Property != "HeardNothing" || len(o.Violations) != 1 {
			t.Errorf("refine %t: %v, %v", refine, o.Violations, err)
		}
	}
	defer func() {
		if cause, ok := recover().(spec.Breach); !ok || !strings.Contains(cause.Why, "Unspecified") {
			t.Errorf("it is taken for specified: %v", cause)
		}
	}()
	e.Unspecified = false
	_, _ = e.Runs(campaign.Harness{}).Open(nil)
}
