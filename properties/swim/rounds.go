package swim

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/swim"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// probesInRounds is SW-7: a probe takes weight off that of its target in the bag, and leaves the others alone. Only the
// probe that finds no member in the bag fills it again. So each member of a list that does not change is probed once in
// a round or more often, and no two probes of it are two rounds apart.
func probesInRounds(cfg words.Config, bags [][]int, before, after view) error {
	if bags == nil {
		return nil
	}
	for _, at := range after.Changed() {
		was, is := before.State(at), after.State(at)
		if was != nil && is != nil && was.Target == spec.None && is.Target != spec.None {
			if err := takes(pinged(cfg, at, was), bags[at], was.Bag, is); err != nil {
				return fmt.Errorf("%s probes %s: %w", at, is.Target, err)
			}
		}
	}
	return nil
}

// pinged returns the members that a process may probe.
func pinged(cfg words.Config, at spec.NodeID, p *specification.Local) (members spec.Set) {
	for id, e := range p.Table {
		pinged := e.Status != words.Unknown && (cfg.KeepsPinging || e.Status != words.Dead)
		if spec.NodeID(id) != at && pinged {
			members = members.With(spec.NodeID(id))
		}
	}
	return members
}

// takes returns an error unless the probe that has begun takes weight off that of its target alone.
func takes(members spec.Set, full, left []int, is *specification.Local) error {
	over := true
	for _, id := range members {
		over = over && left[id] == 0
	}
	if over {
		left = full
	}
	for _, id := range members {
		now := is.Bag[id]
		if fits := now == left[id]; id != is.Target && !fits || id == is.Target && now >= left[id] {
			return fmt.Errorf("%s had the weight %d in the bag, and has %d", id, left[id], now)
		}
	}
	return nil
}
