package command_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/internal/command"
	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// claimant leads as soon as it has started.
type claimant struct{ Leads bool }

// State is the process itself.
func (c *claimant) State() any { return c }

// Step handles one event.
func (c *claimant) Step(scrutineer.Event, *scrutineer.Effects) { c.Leads = true }

// twoLead is a protocol in which two processes lead, with a property of that name that says they must not.
func twoLead(name string) scrutineer.Protocol[claimant] {
	return scrutineer.Protocol[claimant]{
		Name: "claimants", Nodes: 2,
		New: func(scrutineer.NodeID, int) scrutineer.Node { return &claimant{} },
		Always: scrutineer.Properties[claimant]{
			name: func(v scrutineer.View[claimant]) error {
				leading := 0
				for _, s := range v.All() {
					if s.Leads {
						leading++
					}
				}
				if leading > 1 {
					return errors.New("two lead")
				}
				return nil
			},
		},
	}
}

// A name does not make a witness of a property: one that begins with Never is judged as any other.
func TestExploreJudgesNever(t *testing.T) {
	for _, name := range []string{"NeverTwoLead", "OneLeads"} {
		before := command.Replace(func() []verify.Protocol { return []verify.Protocol{twoLead(name).Registered()} })
		var out, errs bytes.Buffer
		status := command.Run(t.Context(), []string{"explore", "-out", t.TempDir() + "/explored"}, &out, &errs)
		command.Replace(before)
		if status != exitFailed || !strings.Contains(out.String(), name+" is violated (path of 3 states): two lead") {
			t.Errorf("status %d, want %d:\n%s%s", status, exitFailed, &out, &errs)
		}
	}
}
