package paper

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/reproduce"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// aspect is a row of Table 5: what is said of Gossip, the claims that it is about, what they come to, and what
// was measured for it.
type aspect struct {
	name, says, claims, verdict string
	measure                     func(context.Context) (string, error)
}

// tableFive is Table 5.
func (e extent) tableFive(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "aspect", Means: "as the paper names it"},
			{Name: "the paper", Means: "what it says of Gossip, shortened; where it says of Fast Bully what is " +
				"measured, that too"},
			{Name: "claims", Means: "where it is decided, in CLAIMS.md"},
			{Name: "verdict", Means: "what it comes to"},
			{Name: "here", Means: "what was measured or proved; small runs"},
		},
		Notes: []string{"A verdict is that of the row as it stands in the table: under the paper's own rules."},
	}
	list := slices.Concat(e.aspectsOfElections(), e.aspectsOfClusters())
	found, err := parallel.Each(ctx, progress, len(list), func(i int) (string, error) { return list[i].measure(ctx) })
	if err != nil {
		return t, err
	}
	for i, a := range list {
		t.Rows = append(t.Rows, []reproduce.Cell{
			reproduce.Text(a.name), reproduce.Text(a.says), reproduce.Text(a.claims), reproduce.Text(a.verdict),
			reproduce.Text(found[i]),
		})
	}
	return t, nil
}

// said is what needs no measuring.
func said(text string) func(context.Context) (string, error) {
	return func(context.Context) (string, error) { return text, nil }
}

func (e extent) aspectsOfElections() []aspect {
	return []aspect{
		{
			"Leader election trigger", "no election; nodes calculate the master independently", "C-02, C-11", "true",
			e.saysExtra,
		},
		{
			"Recovery from a failure", "the substitute becomes the leader", "C-10, C-20", "true, until the next " +
				"ranking",
			e.saysRecovery,
		},
		{
			"Initial election overhead", "none; Fast Bully's may be a storm", "C-18",
			"no messages; several masters", e.saysStart,
		},
		{
			"Normal operation overhead", "low; Fast Bully's almost zero", "C-16", "not low",
			func(ctx context.Context) (string, error) {
				gossip, bully, err := e.both(ctx)
				return fmt.Sprintf("%d messages a second; Fast Bully %d (%d nodes)", gossip.regular.copies,
					bully.regular.copies, e.five), err
			},
		},
		{
			"Convergence time", "several rounds", "C-07, C-09", "true where it is repeated", e.saysConvergence,
		},
		{
			"Determinism", "deterministic when data is distributed; may diverge before", "C-02, C-03, C-25",
			"not as printed", said("equal scores are left as they come; with the key (score, number) it is"),
		},
		{
			"Suitability for unstable networks", "resilient", "C-13, C-24", "of records; not of heartbeats",
			e.saysSuspicions,
		},
	}
}

func (e extent) aspectsOfClusters() []aspect {
	return []aspect{
		{"Scalability", "easily to 100-500 nodes", "C-19", "in rounds; not in messages", e.saysScale},
		{
			"Consistency of data", "may be inconsistent", "C-14, C-25", "true",
			said("also among those who both know a and b: who knows a third may rank them otherwise (C4.1)"),
		},
		{
			"Customizability of score", "any score", "C-01", "true",
			said("any exact key does; the printed one depends on units, and on whom one knows (c1, c3)"),
		},
		{
			"Risk of split-brain", "medium; Fast Bully's very low", "C-14", "the same for both",
			func(ctx context.Context) (string, error) {
				o, err := watched(ctx, 5, 1, typical(second/2, second), 1)
				if err != nil {
					return "", err
				}
				b, err := bullying(5, second/2, second).watched(ctx, 1, 10, 1)
				return fmt.Sprintf("with T_fail = 2 T_hb %d times an hour, at most %s s, by any false suspicion of "+
						"the first "+
						"substitute; Fast Bully %d, %s s", o.windows, shortly(o.longest), b.windows,
						shortly(b.longest)),
					err
			},
		},
		{
			"Traffic spike at a failure", "none; Fast Bully's scores and results", "C-11, C-17", "true",
			func(ctx context.Context) (string, error) {
				gossip, bully, err := e.both(ctx)
				return fmt.Sprintf("%d messages for it; Fast Bully %d, of %d in all for %d (%d nodes)", gossip.extra,
					bully.extra,
					bully.recovery.copies, gossip.recovery.copies, e.five), err
			},
		},
		{
			"Total bandwidth usage", "higher, without spikes", "C-16, C-17", "true; so no 18 % less",
			func(ctx context.Context) (string,
				error,
			) {
				gossip, bully, err := e.both(ctx)
				return fmt.Sprintf("%s times Fast Bully's bytes (%d nodes)", big.NewRat(int64(gossip.regular.bytes),
					int64(bully.regular.bytes)).FloatString(1), e.five), err
			},
		},
	}
}

// both are the traffic of the proposed algorithm and of Fast Bully.
func (e extent) both(ctx context.Context) (gossip, bully traffic, err error) {
	list := contenders()
	if gossip, err = list[0].traffic(ctx, e.five); err == nil {
		bully, err = list[3].traffic(ctx, e.five)
	}
	return gossip, bully, err
}

func (e extent) saysExtra(ctx context.Context) (string, error) {
	r, err := failure{e.five, second / 2, 3 * second / 2, 0, nil}.recovers(ctx, 1)
	return fmt.Sprintf("%d messages for the change of a master of %d", r.extra, e.five), err
}

func (e extent) saysRecovery(ctx context.Context) (string, error) {
	acts, _, _, err := failure{e.five, second / 2, 3 * second / 2, 0, nil}.recoveries(ctx, 10)
	if err != nil {
		return "", err
	}
	part, err := refreshed{2 * second, 10 * second, false, printedReturns()}.available(ctx, 10)
	return fmt.Sprintf("%s to %s s after the crash (T_hb .5, T_fail 1.5); then, as printed, somebody acts %s of the "+
		"time",
		shortly(slices.Min(acts)), shortly(slices.Max(acts)), percent(part)), err
}

func (e extent) saysStart(ctx context.Context) (string, error) {
	gossip, bully, err := e.both(ctx)
	if err != nil {
		return "", err
	}
	o, err := starts()[1].started(ctx, e.five, 1, []faults.Time{0, second - millisecond})
	return fmt.Sprintf("%d messages for it of %d; Fast Bully %d of %d; masters at the start %d, after a round %d",
			gossip.extraStart, gossip.initial.copies, bully.extraStart, bully.initial.copies, o.counted[0],
			o.counted[1]),
		err
}

func (e extent) saysConvergence(ctx context.Context) (string, error) {
	var text []string
	for _, r := range readings() {
		t, err := r.spreading(e.five, 3, 0).converges(ctx, 1)
		if err != nil {
			return "", err
		}
		text = append(text, fmt.Sprintf("%s %s", r.name, shortly(median(t.came))))
	}
	return fmt.Sprintf("s until all of %d know all, F = 3: %s", e.five, strings.Join(text, "; ")), nil
}

func (e extent) saysSuspicions(context.Context) (string, error) {
	early, late := typical(second/2, second).expected(), typical(second/2, 3*second/2).expected()
	return fmt.Sprintf("1 %% loss: false suspicions an hour %s with T_fail = 2 T_hb, %s with 3", early.FloatString(1),
		late.FloatString(2)), nil
}

func (e extent) saysScale(ctx context.Context) (string, error) {
	var text []string
	r := reading{technique: words.Push, versions: 1, waits: true}
	for _, n := range []int{e.five, 2 * e.five, 4 * e.five} {
		t, err := r.spreading(n, 3, 10).converges(ctx, 1)
		if err != nil {
			return "", err
		}
		text = append(text, fmt.Sprintf("%s of %d", shortly(median(t.came)), n))
	}
	return fmt.Sprintf("s of push until all know all: %s; forwarding sends about 3 n^2 a second", strings.Join(text,
		", ")), nil
}
