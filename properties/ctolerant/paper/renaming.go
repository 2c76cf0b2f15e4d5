package paper

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	elections "github.com/scrutineer-go/scrutineer/properties/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// renamedRuns is how many plans of the campaign are run twice.
const renamedRuns = 2000

// checkRenaming is CT-21: any attribute with a total order may replace the hash. Plans of the
// campaign are run again with processes that go by other ids in the same order; the
// runs must be the same to the byte.
func checkRenaming() (string, error) { return renamedCampaign(increasing) }

func renamedCampaign(names func(run uint64, nodes int) []spec.NodeID) (string, error) {
	p, o := elections.Protocol().Registered().Campaigns(), campaign.Options{Seed: 1}
	events, churn := 0, 0
	for run := range renamedRuns {
		plan := p.PlanOf(o, run)
		cfg, err := words.Parse(plan.Config)
		if err != nil {
			return "", err
		}
		s, err := p.Open(plan.Config)
		if err != nil {
			return "", err
		}
		plain, err := campaign.Run(s, plan, false)
		if err != nil {
			return "", err
		}
		r := newRenaming(names(uint64(run), cfg.Nodes))
		named := r.config(cfg)
		s.Cluster.New = func(id spec.NodeID) impl.Node { return r.node(id, cfg, named) }
		again, err := campaign.Run(s, plan, false)
		if err != nil {
			return "", err
		}
		if again.Report.Digest != plain.Report.Digest || !slices.Equal(again.Ends(), plain.Ends()) {
			return "", fmt.Errorf("run %d of seed %d is another one where the processes are called %v: %v, and %v",
				run, o.Seed, r.names, again.Ends(), plain.Ends())
		}
		events += plain.Report.Events
		if slices.Contains(plain.Seen, elections.SawChurn) {
			churn++
		}
	}
	return fmt.Sprintf("%d drawn runs, %d of them with churn, and their %d events are the same "+
		"when the processes have other ids in the same order", renamedRuns, churn, events), nil
}

// increasing draws ids in ascending order, with gaps of up to three.
func increasing(run uint64, nodes int) []spec.NodeID {
	names, next := make([]spec.NodeID, nodes), spec.NodeID(0)
	for i := range names {
		next += spec.NodeID(draw.New(21).With(run).With(uint64(i)).Below(4))
		names[i] = next
		next++
	}
	return names
}
