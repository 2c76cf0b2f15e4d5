package paper

import (
	"context"
	"fmt"
	"math/big"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// repeated are sessions of all replicas that are repeated by a clock, in a network that goes on to lose
// messages.
type repeated struct {
	net   lossyNet
	union bool // members are united with those that are known
}

// period is T_sync: longer than a session.
const period = 10 * longest

// repeating is what is measured: the paper gives no numbers.
func repeating() []repeated {
	var list []repeated
	for _, net := range []lossyNet{{3, 100, false}, {5, 50, false}} {
		list = append(list, repeated{net, false}, repeated{net, true})
	}
	return list
}

// sampler looks at what is held each time that replica 0 begins a session, but for its first.
type sampler struct{ ended [][]outcome }

// Observe looks.
func (s *sampler) Observe(w *world.World, e *world.Event) {
	if e.Action.At == 0 && e.Action.Name == spec.Tick(words.TimerSync) {
		s.ended = append(s.ended, outcomesOf(w))
	}
}

// run runs so many sessions in which messages are lost and one in which none is, and returns how each
// election of each has ended.
func (r repeated) run(ctx context.Context, seed uint64, sessions int) ([][]outcome, error) {
	cfg := words.Config{SyncMS: milliseconds(period)}
	if r.union {
		cfg.Interpretations = spec.NewSet(words.Union)
	}
	s, err := r.net.sessions(seed, sessions, cfg)
	if err != nil {
		return nil, err
	}
	s.stop = faults.Time(sessions) * period
	s.end = s.stop + period + 2*longest
	var seen sampler
	if _, err := s.run(ctx, &seen); err != nil {
		return nil, err
	}
	if len(seen.ended) != sessions+1 {
		return nil, fmt.Errorf("%d replicas, seed %d: %d sessions have ended, not %d",
			r.net.nodes, seed, len(seen.ended), sessions+1)
	}
	return seen.ended, nil
}

// disagreeing is the share of sessions in which one election ends in disagreement, in percent.
func disagreeing(run [][]outcome, election int) *big.Rat {
	many := 0
	for _, session := range run {
		if session[election].disagree {
			many++
		}
	}
	return big.NewRat(int64(100*many), int64(len(run)))
}

// late is A4.2 and A-23: how repeated sessions end while messages go on to be lost, and the first in
// which none is.
func (e extent) late(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "replicas", Means: "n"},
			{Name: "lost", Unit: "%", Means: "p_l, of all messages from one replica to another"},
			{
				Name:  "members",
				Means: "whether what a session finds takes the place of what is known, or is united with it",
			},
			{Name: "election", Means: "which election"},
			{Name: "first", Unit: "%", Means: "how often the first session ends in disagreement"},
			{Name: "late", Unit: "%", Means: fmt.Sprintf("which share of sessions %d to %d does",
				e.early+1, e.early+e.lateSessions)},
			{Name: "clean", Unit: "%", Means: "how often the next session does, in which nothing is lost"},
		},
		Notes: []string{
			fmt.Sprintf("%d runs of each; T_sync is 10d. By section 2.4 the chance that two disagree goes to "+
				"0.", e.lateRuns),
		},
	}
	list, all := repeating(), e.early+e.lateSessions
	runs, err := parallel.Each(ctx, progress, len(list)*e.lateRuns, func(i int) ([][]outcome, error) {
		return list[i/e.lateRuns].run(ctx, uint64(i%e.lateRuns)+1, all)
	})
	if err != nil {
		return t, err
	}
	for i, r := range list {
		how := map[bool]string{false: "replaced", true: "united"}[r.union]
		for k, name := range elections() {
			row := []reproduce.Cell{
				reproduce.Int(r.net.nodes), reproduce.Int(r.net.perMille / 10), reproduce.Text(how),
				reproduce.Text(name),
			}
			for _, span := range [][2]int{{0, 1}, {e.early, all}, {all, all + 1}} {
				var samples []*big.Rat
				for _, run := range runs[i*e.lateRuns : (i+1)*e.lateRuns] {
					samples = append(samples, disagreeing(run[span[0]:span[1]], k))
				}
				row = append(row, reproduce.Mean(samples, 1))
			}
			row[5] = row[5].Beside("0.0", "Each session forgets what the one before has found, and loses messages "+
				"anew.")
			t.Rows = append(t.Rows, row)
		}
	}
	return t, nil
}
