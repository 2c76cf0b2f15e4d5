package paper

import (
	"context"
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// returning says whether members that were removed come back.
type returning struct {
	processes

	returns bool
}

// after is what has become of falsely removed members at the end of runs.
type after struct{ removed, back, missing int }

// comesBack counts removals and returns.
type comesBack struct {
	watch

	removed, back int
}

func newComesBack() *comesBack {
	o := &comesBack{}
	o.tell = func(_ *world.World, c change) {
		if c.is.Status == words.Dead && c.was.Status != words.Dead {
			o.removed++
		}
		if c.was.Status == words.Dead && c.is.Status != words.Dead {
			o.back++
		}
	}
	return o
}

// lossesEnd runs groups in which copies are lost for 30 periods, and then no more for 60.
func (r returning) lossesEnd(runs int) (all after, err error) {
	for seed := range uint64(runs) {
		s := r.of(scene{
			cfg: group(8, 0, 1), loss: 100, spread: true, settled: 30 * period, end: 90 * period, seed: seed + 1,
		})
		s.cfg.Returns = r.returns
		if err := all.add(s); err != nil {
			return all, err
		}
	}
	return all, nil
}

// parted runs groups in which process 0 is cut off for 30 periods, and then no more for 60.
func (r returning) parted(runs int) (all after, err error) {
	for seed := range uint64(runs) {
		s := r.of(scene{cfg: group(8, 3, 1), spread: true, settled: 30 * period, end: 90 * period, seed: seed + 1})
		s.cfg.Returns = r.returns
		s.faults = []faults.Fault{{Kind: &faults.Partition{
			Groups: []spec.Set{spec.NewSet[spec.NodeID](0)}, Begin: period, End: s.settled, Drops: true,
		}}}
		if err := all.add(s); err != nil {
			return all, err
		}
	}
	return all, nil
}

// add runs a scene, and adds what has become of its members.
func (a *after) add(s scene) error {
	o := newComesBack()
	w, _, err := s.run(context.Background(), o)
	if err != nil {
		return err
	}
	a.removed, a.back = a.removed+o.removed, a.back+o.back
	a.missing += statuses(w, words.Dead, true)
	return nil
}

// finality has groups whose removals are final, and groups in which members come back.
type finality struct{ final, returns returning }

// checkReturns is SW-5: which members that were removed falsely come back.
func checkReturns(f finality) (string, error) {
	const runs = 10
	var of [2][2]after // by returns, and by whether losses end or a partition does
	for i, r := range []returning{f.final, f.returns} {
		for k, run := range []func(int) (after, error){r.lossesEnd, r.parted} {
			var err error
			if of[i][k], err = run(runs); err != nil {
				return "", err
			}
			if of[i][k].removed == 0 {
				return "", fmt.Errorf("returns %t: nobody is removed", r.returns)
			}
		}
	}
	final, returns := of[0], of[1]
	switch {
	case final[0].back+final[1].back > 0:
		return "", fmt.Errorf("%d entries are dead no more", final[0].back+final[1].back)
	case returns[0].missing > 0:
		return "", fmt.Errorf("members come back, and in the end %d entries are dead", returns[0].missing)
	case returns[1].back > 0:
		return "", fmt.Errorf("after a partition %d entries are dead no more", returns[1].back)
	}
	return fmt.Sprintf("no process crashes in %d runs each of eight: as printed %d entries are dead after losses and "+
		"%d after a partition, for ever; if members come back all %d that losses removed do, and none of the %d that "+
		"the partition removed: neither side pings the other", runs, final[0].missing, final[1].missing,
		returns[0].removed, returns[1].missing), nil
}
