package paper

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// aspect is a row of Table 5: what is said of Gossip, the claims that it is about, and what measures it: its verdict
// follows from what is measured.
type aspect struct {
	name, says, claims string
	measure            func(context.Context) (row, error)
}

// row is what a row comes to, and what was measured for it.
type row struct{ verdict, here string }

// when is one verdict or another.
func when(is bool, then, otherwise string) string {
	if is {
		return then
	}
	return otherwise
}

// tableFive is Table 5.
func (e extent) tableFive(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "aspect", Means: "as the paper names it"},
			{Name: "the paper", Means: "what it says of Gossip, shortened; where it says of Fast Bully what is " +
				"measured, that too"},
			{Name: "claims", Means: "where it is decided, in docs/claims.md"},
			{Name: "verdict", Means: "what it comes to"},
			{Name: "here", Means: "what was measured or proved; small runs"},
		},
		Notes: []string{"A verdict is that of the row as it stands in the table, and follows from what was measured: " +
			"of elections that run under the paper's own rules, with H = 12 where they gossip."},
	}
	list := slices.Concat(e.aspectsOfElections(), e.aspectsOfClusters())
	found, err := parallel.Each(ctx, progress, len(list), func(i int) (row, error) { return list[i].measure(ctx) })
	if err != nil {
		return t, err
	}
	for i, a := range list {
		t.Rows = append(t.Rows, []reproduce.Cell{
			reproduce.Text(a.name), reproduce.Text(a.says), reproduce.Text(a.claims),
			reproduce.Text(found[i].verdict), reproduce.Text(found[i].here),
		})
	}
	return t, nil
}

func (e extent) aspectsOfElections() []aspect {
	return []aspect{
		{
			"Leader election trigger", "no election; nodes calculate the master independently", "C-02, C-11",
			e.saysExtra,
		},
		{"Recovery from a failure", "the substitute becomes the leader", "C-10, C-20", e.saysRecovery},
		{"Initial election overhead", "none; Fast Bully's may be a storm", "C-18", e.saysStart},
		{"Normal operation overhead", "low; Fast Bully's almost zero", "C-16", e.saysRegular},
		{"Convergence time", "several rounds", "C-07, C-09", e.saysConvergence},
		{
			"Determinism", "deterministic when data is distributed; may diverge before", "C-02, C-03, C-25",
			saysDeterminism,
		},
		{"Suitability for unstable networks", "resilient", "C-13, C-24", e.saysSuspicions},
	}
}

func (e extent) aspectsOfClusters() []aspect {
	return []aspect{
		{"Scalability", "easily to 100-500 nodes", "C-19", e.saysScale},
		{"Consistency of data", "may be inconsistent", "C-14, C-25", e.saysConsistency},
		{"Customizability of score", "any score", "C-01", saysScore},
		{"Risk of split-brain", "medium; Fast Bully's very low", "C-14", saysSplitBrain},
		{"Traffic spike at a failure", "none; Fast Bully's scores and results", "C-11, C-17", e.saysSpike},
		{"Total bandwidth usage", "higher, without spikes", "C-16, C-17", e.saysBandwidth},
	}
}

// printed is the proposed algorithm under the paper's own rules.
func printed() contender {
	return contender{name: "Gossip, as printed", technique: words.Forward, ttl: 12, read: words.AsPrinted()}
}

// both are the traffic of the proposed algorithm, as printed, and of Fast Bully.
func (e extent) both(ctx context.Context) (gossip, bully traffic, err error) {
	if gossip, err = printed().traffic(ctx, e.five); err == nil {
		bully, err = contenders()[3].traffic(ctx, e.five)
	}
	return gossip, bully, err
}

// asPrinted is a crash of the master under the paper's own rules.
func (e extent) asPrinted() failure {
	return failing(e.five, second/2, 3*second/2, 0, words.AsPrinted()...)
}

func (e extent) saysExtra(ctx context.Context) (row, error) {
	r, err := e.asPrinted().recovers(ctx, 1)
	if err != nil {
		return row{}, err
	}
	differ, same := checkTied(words.AsPrinted()...)
	return row{
		when(r.extra < e.five, "no election; ", "an election; ") +
			when(same == nil, "not the same master", "one master"),
		fmt.Sprintf("%d messages for the change of a master of %d, the first heartbeats of the next; %s", r.extra,
			e.five, when(same == nil, differ, "all rank the same")),
	}, nil
}

func (e extent) saysRecovery(ctx context.Context) (row, error) {
	f := e.asPrinted()
	acts, _, _, err := f.recoveries(ctx, 10)
	if err != nil {
		return row{}, err
	}
	part, err := refreshed{2 * second, 10 * second, false, words.AsPrinted()}.available(ctx, 10)
	return row{
		when(slices.Max(acts) <= f.timeout+50*millisecond, "true", "too late") +
			when(part.Cmp(big.NewRat(1, 1)) < 0, ", until the next ranking", ""),
		fmt.Sprintf("%s to %s s after the crash (T_hb .5, T_fail 1.5); then somebody acts %s of the time",
			shortly(slices.Min(acts)), shortly(slices.Max(acts)), percent(part)),
	}, err
}

func (e extent) saysStart(ctx context.Context) (row, error) {
	gossip, bully, err := e.both(ctx)
	if err != nil {
		return row{}, err
	}
	o, err := e.coldly(ctx)
	return row{
		when(gossip.extraStart == 0, "no messages; ", "not none; ") + when(o.counted[0] > 1, "several masters",
			"one master"),
		fmt.Sprintf("%d messages for it of %d; Fast Bully %d of %d; masters at the start %d, after a round %d",
			gossip.extraStart, gossip.initial.copies, bully.extraStart, bully.initial.copies, o.counted[0],
			o.counted[1]),
	}, err
}

// coldly is a cold start as printed: who acts at once, and after a round.
func (e extent) coldly(ctx context.Context) (*masters, error) {
	return start{"as printed", words.Rounds, 0, words.AsPrinted()}.started(ctx, e.five, 1,
		[]faults.Time{0, second - millisecond})
}

func (e extent) saysRegular(ctx context.Context) (row, error) {
	gossip, bully, err := e.both(ctx)
	return row{
		when(gossip.regular.copies > 2*bully.regular.copies, "not low", "low"),
		fmt.Sprintf("%d messages a second; Fast Bully %d (%d nodes)", gossip.regular.copies, bully.regular.copies,
			e.five),
	}, err
}

func (e extent) saysConvergence(ctx context.Context) (row, error) {
	var text []string
	came := 0
	for _, r := range readings() {
		if r.printed {
			continue // so are all here
		}
		t, err := r.asPrinted().spreading(e.five, 3, 0).converges(ctx, 1)
		if err != nil {
			return row{}, err
		}
		came += len(t.came)
		text = append(text, fmt.Sprintf("%s %s", r.name, shortly(median(t.came))))
	}
	return row{
		when(came == len(text), "true", when(came > 0, "true where it is repeated", "it does not")),
		fmt.Sprintf("s until all of %d know all, F = 3: %s", e.five, strings.Join(text, "; ")),
	}, nil
}

func saysDeterminism(context.Context) (row, error) {
	differ, same := checkTied(words.AsPrinted()...)
	repaired, err := checkOrders()
	return row{
		when(same == nil, "not as printed", "true"),
		fmt.Sprintf("%s; with the key (score, number) %s", when(same == nil, differ, "all rank the same"), repaired),
	}, err
}

func (e extent) saysSuspicions(ctx context.Context) (row, error) {
	early, late := typical(second/2, second).expected(), typical(second/2, 3*second/2).expected()
	t, err := reading{technique: words.Forward, printed: true}.spreading(e.five, 3, 10).converges(ctx, 3)
	return row{
		when(len(t.came) == t.runs, "of records", "not of records") + when(early.Cmp(big.NewRat(1, 1)) > 0,
			"; not of heartbeats", " and of heartbeats"),
		fmt.Sprintf("1 %% loss: all of %d know all after %s s; false suspicions an hour %s with T_fail = 2 T_hb, %s "+
			"with 3", e.five, shortly(t.worst()), early.FloatString(1), late.FloatString(2)),
	}, err
}

func (e extent) saysScale(ctx context.Context) (row, error) {
	var text, sends []string
	var took []faults.Time
	var copies []int
	for _, times := range []int{1, 2, 4} {
		s := reading{technique: words.Push, versions: 1, waits: true, printed: true}.spreading(times*e.five, 3, 10)
		t, err := s.converges(ctx, 1)
		if err != nil {
			return row{}, err
		}
		if len(t.came) == 0 {
			return row{}, fmt.Errorf("%d nodes do not come to know all", times*e.five)
		}
		took = append(took, t.came[0])
		text = append(text, fmt.Sprintf("%s of %d", shortly(median(t.came)), times*e.five))
		if times > 2 {
			continue
		}
		v, err := printed().regular(ctx, times*e.five)
		if err != nil {
			return row{}, err
		}
		copies = append(copies, v.copies)
		sends = append(sends, fmt.Sprintf("%d of %d", v.copies, times*e.five))
	}
	return row{
		when(took[2] <= 3*took[0], "in rounds", "not in rounds") + when(copies[1] > 3*copies[0], "; not in messages",
			"; in messages"),
		fmt.Sprintf("s of push until all know all: %s; forwarding sends, messages a second: %s", strings.Join(text,
			", "), strings.Join(sends, ", ")),
	}, nil
}

func (e extent) saysConsistency(ctx context.Context) (row, error) {
	o, err := e.coldly(ctx)
	if err != nil {
		return row{}, err
	}
	third, err := checkThird(words.LocalNormalisers, words.RawSeconds)
	return row{
		when(o.counted[0] > 1 || err == nil, "true", "always the same"),
		fmt.Sprintf("masters at the start %d, after a round %d; and %s (C4.1)", o.counted[0], o.counted[1], third),
	}, err
}

func saysScore(context.Context) (row, error) {
	orders, err := checkUnits(thirds())
	return row{when(err == nil, "true, and the unit decides", "true"), orders}, nil
}

func saysSplitBrain(ctx context.Context) (row, error) {
	o, err := watched(ctx, 5, 1, typical(second/2, second), 1, words.AsPrinted()...)
	if err != nil {
		return row{}, err
	}
	b, err := bullying(5, second/2, second).watched(ctx, 1, 10, 1)
	return row{
		when(2*b.windows >= o.windows, "as often with both", "more often than with Fast Bully") +
			when(o.several > 2*b.several, ", for longer", ""),
		fmt.Sprintf("with T_fail = 2 T_hb %d times an hour, at most %s s, by any false suspicion of the first "+
			"substitute; Fast Bully %d, %s s", o.windows, shortly(o.longest), b.windows, shortly(b.longest)),
	}, err
}

func (e extent) saysSpike(ctx context.Context) (row, error) {
	gossip, bully, err := e.both(ctx)
	return row{
		when(gossip.recovery.copies <= 2*gossip.regular.copies+e.five, "true", "there is one"),
		fmt.Sprintf("%d messages for it, of %d in all; Fast Bully %d of %d (%d nodes)", gossip.extra,
			gossip.recovery.copies, bully.extra, bully.recovery.copies, e.five),
	}, err
}

func (e extent) saysBandwidth(ctx context.Context) (row, error) {
	gossip, bully, err := e.both(ctx)
	if err != nil {
		return row{}, err
	}
	return row{
		when(gossip.regular.bytes > bully.regular.bytes, "true; so no 18 % less", "lower"),
		fmt.Sprintf("%s times Fast Bully's bytes (%d nodes)", big.NewRat(int64(gossip.regular.bytes),
			int64(bully.regular.bytes)).FloatString(1), e.five),
	}, nil
}
