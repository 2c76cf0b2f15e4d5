// Package compare runs elections against each other: each in the same worlds, from the same seeds,
// with the same delays, crashes and partitions, and measured in the same way. What comes of it are
// tables, and figures in tools/plots.
//
// An election takes part by a [Contender], which its protocol registers from its own folder. The
// package knows no protocol and must not import properties. Start reading at [Contender], then
// [Scenario], then [Experiments].
package compare

import (
	"fmt"
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/output"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Contender is an election that takes part.
type Contender struct {
	// Name names it in tables, such as "ring" or, of several of one protocol, "ring-slow".
	Name string
	// Told says in a sentence what its processes are told from outside, and Times which of the
	// Setting's times it uses for what: it is fair to say both.
	Told, Times string
	// Fits reports whether the contender can have that number of processes; nil means any number. A table has no row
	// for another number, and Sizes says in a word or two why, such as "odd".
	Fits  func(nodes int) bool
	Sizes string
	// Group is one group of its processes.
	Group func(Setting) (Group, error)
}

// FitsSome reports whether there are groups of any of these sizes.
func (c Contender) FitsSome(sizes []int) bool { return slices.ContainsFunc(sizes, c.fits) }

func (c Contender) fits(nodes int) bool { return c.Fits == nil || c.Fits(nodes) }

// Setting is what all contenders are given alike.
type Setting struct {
	// Nodes is how many processes there are; Crashes is how many crash in a run at the most.
	Nodes, Crashes int
	// Beat is the period of what is periodic: heartbeats, tests, checks. Fail is after which time
	// without a sign of life somebody counts as dead. So a crash is found Fail-Beat to Fail after it;
	// whoever tests waits Fail-Beat for the answer. A detector outside speaks in that time too.
	Beat, Fail time.Duration
	// Reply is how long an answer is awaited from somebody who need not be dead: longer than two
	// delays.
	Reply time.Duration
}

// Patience is how long who tests somebody each Beat waits for the answer.
func (s Setting) Patience() time.Duration { return s.Fail - s.Beat }

// Group is a group of processes, ready to run.
type Group struct {
	// Cluster are the processes. They boot, within a Beat. What its Inputs offer reaches a process
	// Fail-Beat to Fail later, as if a detector had found it out.
	Cluster network.Cluster
	// Sees reads the state of a process that is up and has booted.
	Sees func(at spec.NodeID, state any) Standing
}

// Standing is what a process makes of the election.
type Standing struct {
	// Follows is whom it takes for the leader, None for nobody.
	Follows spec.NodeID
	// Acts tells that it acts as the leader itself. Then it follows itself.
	Acts bool
}

// Check tells what is wrong with a list of contenders, or nothing.
func Check(list []Contender) error {
	names := output.Names{Kind: "contender"}
	for _, c := range list {
		switch err := names.Add(c.Name); {
		case err != nil:
			return err
		case c.Told == "" || c.Times == "":
			return fmt.Errorf("contender %s does not say what it is told from outside, or which times it uses", c.Name)
		case (c.Fits == nil) != (c.Sizes == ""):
			return fmt.Errorf("contender %s has Fits and Sizes, or neither", c.Name)
		case c.Group == nil:
			return fmt.Errorf("contender %s has no group", c.Name)
		}
	}
	return nil
}

// Follows is the Standing of a process that acts where it follows itself.
func Follows(at, leader spec.NodeID) Standing { return Standing{Follows: leader, Acts: leader == at} }

// Booting has processes that do not boot by themselves do so: at its first event each is told what
// first says, nothing where that is nil. The cluster's New must be set.
func Booting(c network.Cluster, first func(spec.NodeID) spec.Body) network.Cluster {
	fresh := c.New
	c.Boots = true
	c.New = func(id spec.NodeID) impl.Node { return &booting{fresh(id), first(id)} }
	return c
}

// Starting is a cluster whose processes boot: those that start are told a body then, and nobody is told anything later.
func Starting(c network.Cluster, who spec.Set, body spec.Body) network.Cluster {
	c.Inputs = func(spec.NodeID, any, spec.Set) []spec.Body { return nil }
	return Booting(c, func(id spec.NodeID) spec.Body {
		if who.Has(id) {
			return body
		}
		return nil
	})
}

// booting is a process that is told something when it boots.
type booting struct {
	impl.Node
	first spec.Body
}

// Step handles one event.
func (b *booting) Step(ev impl.Event, out *impl.Effects) {
	switch {
	case ev.Kind != impl.Booted:
		b.Node.Step(ev, out)
	case b.first != nil:
		ev.Kind, ev.From, ev.Body = impl.Input, spec.None, b.first
		b.Node.Step(ev, out)
	}
}
