package paper

import (
	"context"
	"fmt"
	"math/big"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
)

// crashed is a scene in which a process crashes, to be run under many seeds. The seed draws the process.
type crashed struct {
	scene

	early bool                              // whether a run ends when the process is first suspected
	after faults.Time                       // after how many periods the process crashes; 2 if it is 0
	place func(s *scene, seed uint64) error // puts the processes of a run on a map, if set
}

// together has all processes boot together. The process crashes just before they begin a period.
func together(p processes, n, k, patience int) crashed {
	return crashed{scene: p.of(scene{cfg: group(n, k, patience)})}
}

// apart has the processes boot at drawn instants. So a crash is at a drawn instant of the period of each survivor.
func apart(p processes, n, k, patience int) crashed {
	return crashed{scene: p.of(scene{cfg: group(n, k, patience), spread: true})}
}

// untilSuspected ends a run when a survivor suspects the process.
func (c crashed) untilSuspected() crashed {
	c.early = true
	return c
}

// once runs it under one seed.
func (c crashed) once(ctx context.Context, seed uint64) (*death, error) {
	const most = 400 // periods
	s, at := c.scene, max(c.after, 2)*period
	if c.place != nil {
		if err := c.place(&s, seed); err != nil {
			return nil, err
		}
	}
	who := spec.NodeID(draw.New(seed).Named("crash").Below(uint64(s.cfg.Nodes)))
	s.seed, s.settled, s.end = seed, at, at+most*period
	s = s.crash(who, at)
	d := newDeath(s, who, at)
	d.early = c.early
	_, _, err := s.run(ctx, d)
	if err == nil && (d.first == never || !c.early && d.removed == never) {
		err = fmt.Errorf("%d processes, seed %d: after %d periods %d survivors have not removed process %s",
			s.cfg.Nodes, seed, most, d.listed, who)
	}
	d.cfg = s.cfg
	return d, err
}

// runs runs it under the seeds from 1 on.
func (c crashed) runs(ctx context.Context, many int) ([]*death, error) {
	var all []*death
	s, err := c.open()
	if err != nil {
		return nil, err
	}
	c.scene = s
	for seed := range uint64(many) {
		d, err := c.once(ctx, seed+1)
		if err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	return all, nil
}

// inPeriods returns the times between two instants of each run, in periods.
func inPeriods(all []*death, from, to func(*death) faults.Time) (list []*big.Rat) {
	for _, d := range all {
		list = append(list, frac(to(d)-from(d), period))
	}
	return list
}

func crashOf(d *death) faults.Time   { return d.crash }
func firstOf(d *death) faults.Time   { return d.first }
func knownOf(d *death) faults.Time   { return d.known }
func removedOf(d *death) faults.Time { return d.removed }

// counted returns in which period each process was first suspected.
func counted(all []*death) (list []*big.Rat) {
	for _, d := range all {
		list = append(list, frac(d.periods, 1))
	}
	return list
}
