package verify

import (
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/internal/compare"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Subject returns a configuration of the protocol, ready to run in simulated worlds. One that the protocol refuses is
// a panic.
func (p Protocol) Subject(cfg any) campaign.Subject {
	subject, err := p.Runs.Open(campaign.JSON(cfg))
	if err != nil {
		panic(err)
	}
	return subject
}

// Group returns the processes of a configuration as they are compared with those of other elections: sees reads the
// state of one. If the protocol refuses the configuration that is an error.
func (p Protocol) Group(cfg any, sees func(at spec.NodeID, state any) compare.Standing) (compare.Group, error) {
	subject, err := p.Runs.Open(campaign.JSON(cfg))
	return compare.Group{Cluster: subject.Cluster, Sees: sees}, err
}

// Under returns a configuration of the protocol under a budget, ready to be explored. What the protocol refuses is a
// panic.
func (p Protocol) Under(cfg any, b spec.Budget) Subject {
	c := cases.Case{Config: campaign.JSON(cfg), Budget: map[string]int{}}
	for _, line := range b.Lines {
		c.Budget[line.Name] = line.Most
	}
	for _, id := range b.MayCrash {
		c.MayCrash = append(c.MayCrash, int(id))
	}
	subject, err := p.Open(c)
	if err != nil {
		panic(err)
	}
	return subject
}
