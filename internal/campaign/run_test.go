package campaign_test

import (
	"errors"
	"testing"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
)

// A run that is given up is an error and no outcome, before it begins and within it; one in which a
// process falls fails, whatever the judge says.
func TestRunsThatDoNotEnd(t *testing.T) {
	plan := beatPlan(beatConfig{Nodes: 3}, 2_000)
	open := func() campaign.Subject {
		s, err := beatHarness().Open(plan.Config)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, after := range []int{0, 1, 1 << 30} {
		for _, goes := range []bool{false, true} {
			s, asked, told := open(), 0, 0
			s.Interrupted = func() bool { asked++; return asked > after }
			if goes {
				s.Going = func(int) { told++ }
			}
			o, err := campaign.Run(s, plan, false)
			if errors.Is(err, campaign.ErrInterrupted) != (after < 1<<30) || (err == nil) != (o.Report.Events > 0) {
				t.Errorf("asked %d times, to go on %d: %v after %d events", asked, after, err, o.Report.Events)
			}
			if (told > 0) != (goes && after > 0) {
				t.Errorf("told %d times, asked %d", told, asked)
			}
		}
	}
	s := open()
	s.Cluster.New = func(spec.NodeID) impl.Node { return &fallen{} }
	o, err := campaign.Run(s, plan, false)
	if v, failed := o.Failed(); err != nil || !failed || v.Property != "NoPanic" {
		t.Errorf("a process falls: %+v, %v", v, err)
	}
}

// fallen is a process that falls at its first event.
type fallen struct{ state beats }

func (f *fallen) State() any { return &f.state }

func (f *fallen) Step(impl.Event, *impl.Effects) { panic("it falls") }
