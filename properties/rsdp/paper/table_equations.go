package paper

import (
	"context"
	"fmt"
	"math/big"

	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
)

// mended is an equation that does not give what it is said to: by what it must be replaced, and why.
type mended struct {
	equation, of, where string
	is, printed         *big.Rat
	digits              int
	why                 string
	reading             bool // as printed it is no mistake, if what it speaks of is read so
}

// mendings are the equations that are mended, worked out.
func mendings() []mended {
	r := func(n int, fails, lost string) specification.Risk {
		return specification.Risk{Replicas: n, Failure: exact(fails), Loss: exact(lost)}
	}
	f := func(fails, watcherFails, consensusFails string) specification.Failover {
		return specification.Failover{
			Instances: 5, Watchers: 3, Interval: exact("10"), InstanceFails: exact(fails),
			WatcherFails: exact(watcherFails), ConsensusFails: exact(consensusFails),
		}
	}
	four, five, ten := r(4, "0.01", "0.01"), r(5, "0.01", "0.01"), r(10, "0.01", "0.01")
	likely, rare := f("0.9", "0.9", "0.9"), f("0.1", "0.05", "0.01")
	likely.Instances, likely.Watchers = 1, 1
	count := func(n int) *big.Rat { return big.NewRat(int64(n), 1) }
	const (
		where     = "p_f = p_l = 0.01, n = %d"
		heard     = "A STATUS comes only to whose HELLO has arrived, which is a message more of each other replica."
		majority  = "Two halves of an even number have no replica in common: they are no majority."
		dependent = "That replicas succeed is not independent: a HELLO that is lost costs both ends what they need."
		less      = "Who fails has checked too, and its checks are missing."
		anew      = "Who fails has checked too; this is so where the others then check evenly."
		covered   = "Where P_consensus covers that all are down, who then reach none, that is not to be added."
		inclusion = "The sum of three probabilities less their product is no inclusion and exclusion."
	)
	return []mended{
		{"(6)", "P_replica", fmt.Sprintf(where, 5), five.ReplicaCausal(), five.Replica(), 10, heard, false},
		{"(9)", "q", "n = 4", count(four.Majority()), count(four.Quorum()), 0, majority, false},
		{"(10)", "P_quorum " +
			"consensus", fmt.Sprintf(where, 5), five.QuorumCausal(3), five.QuorumReached(3), 10, dependent, false},
		{"(11)", "P_vote " +
			"failure", fmt.Sprintf(where, 4), four.MajorityFails(), four.VoteFails(), 10, majority, false},
		{"(11)", "P_vote failure", fmt.Sprintf(where, 10), ten.MajorityFails(), ten.VoteFails(), 10, majority, false},
		{"(12)", "E[T_d1]", "N = 5, h = 10", rare.MutualDetectionGap(), rare.MutualDetection(), 2, less, false},
		{"(12)", "E[T_d1]", "N = 5, h = 10", rare.MutualDetectionShifted(), rare.MutualDetection(), 2, anew, false},
		{
			"(15)", "P_f1", "p_i = 0.1, P_consensus = 0.01, N = 5", rare.MutualFailsCovered(), rare.MutualFails(), 10,
			covered, true,
		},
		{"(27)", "P_f3", "all of the three " +
			"0.9", likely.ObserversFails(), likely.ObserversFailsPrinted(), 3, inclusion, false},
		{
			"(27)", "P_f3", "p_i = 0.1, p_o = 0.05, P_consensus = 0.01, N = 5, M = 3", rare.ObserversFails(),
			rare.ObserversFailsPrinted(), 10, inclusion, false,
		},
	}
}

// equations are those that do not give what they are said to.
func equations(context.Context, reproduce.Progress) (reproduce.Table, error) {
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "equation", Means: "its number"},
			{Name: "of", Means: "what it is to give"},
			{Name: "where", Means: "for which numbers"},
			{Name: "mended", Means: "what that comes to"},
		},
		Notes: []string{
			"These are worked out in exact numbers. That equations 1 and 3 give no longest time, and 8 and 11 " +
				"bound what they speak of from above, is measured: see times and losses.",
		},
	}
	for _, m := range mendings() {
		is, printed := reproduce.Decimal(m.is, m.digits), m.printed.FloatString(m.digits)
		if is = is.Misprint(printed, m.why); m.reading {
			is = is.Beside(printed, m.why)
		}
		t.Rows = append(t.Rows, []reproduce.Cell{
			reproduce.Text(m.equation), reproduce.Text(m.of), reproduce.Text(m.where), is,
		})
	}
	return t, nil
}
