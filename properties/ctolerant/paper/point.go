package paper

import (
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/properties/swim/trace"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

const (
	millisecond = 1000 * faults.Microsecond
	second      = 1000 * millisecond
)

// point is a point of the paper's figures: the scene of its traces, and the configuration of its elections.
type point struct {
	scene trace.Scene // without a seed
	c, f  int
	// unsuspected takes the members that a process suspects out of its list.
	unsuspected bool
	// told adds rumours, the suspicions of other processes, to the suspicions of a process at the beginning.
	told bool
	// dead makes process 0 crash in the middle of a recording. All elections begin at the time after from then on.
	dead  bool
	after faults.Time
	// tree counts LEADER as sent along a tree of shortest routes, over one link to each process.
	tree   bool
	only   words.Variant // if it is set, this election runs alone, and the results of the other three are empty
	seeds  int           // elections of each kind
	traces int           // of the detector; each drives an equal part of the elections
}

// layoutOf returns the layout of one of the paper's topologies.
func layoutOf(topology string) faults.Layout {
	switch topology {
	case "grid":
		return faults.GridLayout
	case "cluster":
		return faults.ClusterLayout
	}
	return faults.UniformLayout
}

// sceneOf returns the scene of one of the point's traces.
func (p point) sceneOf(number int) trace.Scene {
	s := p.scene
	s.Seed = uint64(number) + 1
	if p.dead {
		s.Crash = s.Begin() + s.Lasts/2
	}
	return s
}
