package compare

import (
	"context"
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults"
	worlds "github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/spec"
)

// outcome is what came of a run.
type outcome struct {
	absent bool // there is no group of that size, and nothing has run
	timing timing
	leader spec.NodeID // when the faults began

	first, before, struck, again, after, over moment
}

// run runs a contender in a scenario, once. leader is who leads when the faults begin, of a scenario
// that strikes the leader.
func run(ctx context.Context, c Contender, s Scenario, nodes int, seed uint64, leader spec.NodeID) (outcome, error) {
	failed := func(err error) (outcome, error) {
		return outcome{}, fmt.Errorf("%s, %d processes, %s, seed %d: %w", c.Name, nodes, s.Name, seed, err)
	}
	group, err := c.Group(settingOf(nodes))
	if err != nil {
		return failed(err)
	}
	if !group.Cluster.Boots || group.Cluster.Nodes != nodes {
		return failed(fmt.Errorf("its %d processes must boot, and be as many as they are to be", group.Cluster.Nodes))
	}
	plan, timing := s.plan(world{nodes, seed, leader, group.Cluster.Failures.Recovers()})
	m := newMeter(group, timing)
	w, err := worlds.New(group.Cluster, plan, m)
	if err != nil {
		return failed(err)
	}
	w.GiveUpIf(func() bool { return ctx.Err() != nil })
	switch r := w.Run(); {
	case r.GivenUp:
		return outcome{}, ctx.Err()
	case m.wrong != nil:
		return failed(m.wrong)
	case r.Breach != nil:
		return failed(fmt.Errorf("%s: %s", r.Breach.Contract, r.Breach.Why))
	case len(r.Unmatched) > 0 && (s.Name != partition || len(r.Unmatched) > 1): // nobody may send anything across
		return failed(fmt.Errorf("%v met nothing", r.Unmatched))
	}
	m.close()
	if s.strikes != nil && m.leader != leader {
		return failed(fmt.Errorf("%s leads when the faults begin, and without them %s", m.leader, leader))
	}
	return outcome{false, timing, m.leader, m.first, m.before, m.struck, m.again, m.after, m.over}, nil
}

// measure is something that is measured of each run.
type measure struct {
	name, unit, means string
	// of is what came of a run; there is none where it has not come.
	of func(outcome) (int64, bool)
}

// measures are all that is measured, in the order of the columns.
func measures() []measure {
	return []measure{
		{
			"agreed", "ms", "until all who are up follow one of them, who acts, from the beginning of the run on",
			outcome.untilAgreed,
		},
		{"rivals", "ms", "how long two or more have acted before that", outcome.rivals},
		{
			"again", "ms", "from the last fault on, or the heal, until all who are up follow one of them who acts, " +
				"and do so for 12 s",
			outcome.led,
		},
		{
			"two", "ms", "how long two or more act, from the first fault on, or from agreed on",
			spent(func(t totals) faults.Time { return t.two }),
		},
		{"none", "ms", "how long nobody acts, likewise", spent(func(t totals) faults.Time { return t.none })},
		{
			"apart", "ms", "how long not all who are up follow one of them who acts, likewise",
			spent(func(t totals) faults.Time { return t.apart }),
		},
		{"breaks", "", "how often that was over, from agreed on", outcome.timesBroken},
		{"messages", "1/s", "messages in 5 s before the first fault, or at the end", before(sumOfMessages)},
		{"bytes", "B/s", "their bytes", before(sumOfBytes)},
		{"messages again", "", "messages from the first fault on until again", until(sumOfMessages)},
		{"bytes again", "B", "their bytes", until(sumOfBytes)},
		{"messages after", "1/s", "messages in 5 s from then on", after(sumOfMessages)},
		{"bytes after", "B/s", "their bytes", after(sumOfBytes)},
	}
}

func sumOfMessages(t totals) int64 { return t.messages }
func sumOfBytes(t totals) int64    { return t.bytes }

// inMS is a time in whole milliseconds.
func inMS(t faults.Time) int64 { return int64((t + millisecond/2) / millisecond) }

func (o outcome) untilAgreed() (int64, bool) { return inMS(o.first.at), o.first.come }
func (o outcome) rivals() (int64, bool)      { return inMS(o.first.sums.two), o.first.come }
func (o outcome) led() (int64, bool)         { return inMS(o.again.at - o.timing.clears), o.again.come }
func (o outcome) timesBroken() (int64, bool) { return o.over.sums.breaks, o.first.come }

// since is from when on times are added up: the first fault, or the first agreement.
func (o outcome) since() moment {
	if o.timing.recovers {
		return o.struck
	}
	return o.first
}

func spent(sum func(totals) faults.Time) func(outcome) (int64, bool) {
	return func(o outcome) (int64, bool) {
		since := o.since()
		return inMS(sum(o.over.sums) - sum(since.sums)), since.come
	}
}

// perSecond is a rate over a window, rounded.
func perSecond(n int64) int64 {
	const seconds = int64(window / second)
	return (n + seconds/2) / seconds
}

func before(sum func(totals) int64) func(outcome) (int64, bool) {
	return func(o outcome) (int64, bool) {
		end := o.struck
		if !o.timing.recovers {
			end = o.over
		}
		return perSecond(sum(end.sums) - sum(o.before.sums)), true
	}
}

func until(sum func(totals) int64) func(outcome) (int64, bool) {
	return func(o outcome) (int64, bool) { return sum(o.again.sums) - sum(o.struck.sums), o.again.come }
}

func after(sum func(totals) int64) func(outcome) (int64, bool) {
	return func(o outcome) (int64, bool) {
		return perSecond(sum(o.after.sums) - sum(o.again.sums)), o.again.come
	}
}
