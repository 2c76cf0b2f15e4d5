package paper

import (
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/properties/swim/trace"
)

const (
	millisecond = 1000 * faults.Microsecond
	second      = 1000 * millisecond
)

// point is a point of the paper's figures: where elections run, and how they are configured.
type point struct {
	scene trace.Scene // but for its seed
	c, f  int
	// unsuspected leaves out of the lists whom their owners suspect.
	unsuspected bool
	// told adds to the suspicions of a process at the beginning those that others have told it.
	told bool
	// dead has process 0 crash in the middle of a recording. All elections begin so long after that.
	dead   bool
	after  faults.Time
	seeds  int
	traces int // of the detector; each drives an equal part of the seeds
}

// layoutOf is the layout of one of the paper's topologies.
func layoutOf(topology string) faults.Layout {
	switch topology {
	case "grid":
		return faults.GridLayout
	case "cluster":
		return faults.ClusterLayout
	}
	return faults.UniformLayout
}

// sceneOf is one of the scenes of the point.
func (p point) sceneOf(number int) trace.Scene {
	s := p.scene
	s.Seed = uint64(number) + 1
	if p.dead {
		s.Crash = s.Begin() + s.Lasts/2
	}
	return s
}
