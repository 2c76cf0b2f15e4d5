package paper

import (
	"context"
	"fmt"
	"math/big"

	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
)

// lossy are the networks whose losses are measured.
func (e extent) lossy() []lossyNet {
	var list []lossyNet
	for _, n := range e.lossSizes {
		for _, perMille := range []int{10, 50, 100} {
			list = append(list, lossyNet{n, perMille, false}, lossyNet{n, perMille, true})
		}
	}
	return list
}

// losses is A4.2: how one session of all ends where messages are lost, beside equations (8) and (11).
func (e extent) losses(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "replicas", Means: "n"},
			{Name: "lost", Unit: "%", Means: "p_l, of all messages from one replica to another"},
			{Name: "election", Means: "in order: all replicas get what is broadcast in one order"},
			{
				Name: "disagree", Unit: "%",
				Means: "how often two hold other members, or another leader; by equation (8) or (11) it fails",
			},
			{Name: "leaders differ", Unit: "%", Means: "how often two follow another leader"},
			{Name: "two lead", Unit: "%", Means: "how often two hold themselves for the leader"},
		},
		Notes: []string{
			fmt.Sprintf("%d sessions of each, from a cold start, nobody fails. Messages take 0 to d, or d where "+
				"they are in order; replicas boot within d of each other, and windows are long enough for "+
				"all.", e.lossRuns),
			"Of a share of 0.0 in so many samples the true one is less than 3 in so many, in 19 of 20 cases.",
		},
	}
	list := e.lossy()
	runs, err := parallel.Each(ctx, progress, len(list)*e.lossRuns, func(i int) ([]outcome, error) {
		return list[i/e.lossRuns].outcomes(ctx, uint64(i%e.lossRuns)+1)
	})
	if err != nil {
		return t, err
	}
	for i, n := range list {
		for k, name := range elections() {
			if n.inOrder {
				if k > 0 { // a vote does not depend on the order
					continue
				}
				name += ", in order"
			}
			t.Rows = append(t.Rows, n.row(name, k, runs[i*e.lossRuns:(i+1)*e.lossRuns]))
		}
	}
	return t, nil
}

// row is how one election ends.
func (n lossyNet) row(name string, election int, runs [][]outcome) []reproduce.Cell {
	var disagree, differ, twoLead []bool
	for _, all := range runs {
		o := all[election]
		disagree, differ = append(disagree, o.disagree), append(differ, o.leadersDiffer)
		twoLead = append(twoLead, o.twoLead)
	}
	risk := n.risk()
	printed, why := risk.LastStateFails(), "Equation (8) is the chance that any message is lost, and not each makes "+
		"replicas disagree."
	if election > 0 {
		printed, why = risk.VoteFails(), "Equation (11) counts replicas that heard all, and not how votes then end."
	}
	return []reproduce.Cell{
		reproduce.Int(n.nodes), reproduce.Int(n.perMille / 10), reproduce.Text(name),
		percent(disagree).Beside(hundredfold(printed, 1), why), percent(differ), percent(twoLead),
	}
}

// risk is what the closed forms say of the network.
func (n lossyNet) risk() specification.Risk {
	return specification.Risk{
		Replicas: n.nodes, Loss: big.NewRat(int64(n.perMille), 1000), Failure: new(big.Rat),
	}
}
