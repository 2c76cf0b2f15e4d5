package paper

import (
	"context"
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
)

// counted counts the messages of a run by the interval in which they were sent, what is sent to
// who is down too.
type counted struct {
	scene    scene
	messages []int
	ended    []int // how many processes have ended their rounds in each interval
	given    int   // tests that were given up too early
}

// Observe counts.
func (c *counted) Observe(_ *world.World, e *world.Event) {
	if e.At < begins {
		return
	}
	round := int((e.At - begins) / c.scene.interval())
	for _, effect := range e.Effects {
		if effect.Kind == impl.Send {
			c.messages[round]++
		}
	}
	if elects(e) {
		c.ended[round]++
	}
	if interrupts(e) {
		c.given++
	}
}

// onQuick is a scene in a network in which each round is long over when its interval ends, also that
// of who tests half of a group of thousands one after another.
func (s scene) onQuick() scene {
	s.delay, s.gap = faults.Delay{Min: millisecond}, millisecond
	return s
}

// count runs a scene and counts its messages by rounds. Everybody who is up must have gone
// through one round in each interval, and no test may have been given up too early.
func (s scene) count(ctx context.Context) ([]int, error) {
	c := &counted{scene: s, messages: make([]int, s.rounds), ended: make([]int, s.rounds)}
	if err := s.run(ctx, c); err != nil {
		return nil, err
	}
	up := s.cfg.Nodes - len(s.faults)
	for round, ended := range c.ended {
		if ended != up || c.given > 0 {
			return nil, fmt.Errorf("%s, %d processes: %d of %d have ended round %d within its interval, and %d tests "+
				"were given up too early", s.of.name, s.cfg.Nodes, ended, up, round+1, c.given)
		}
	}
	return c.messages, nil
}
