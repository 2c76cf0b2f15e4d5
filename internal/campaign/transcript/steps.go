package transcript

import (
	"fmt"
	"io"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/diff"
)

// heading stands above the steps.
const heading = "           time  step"

// Steps runs a plan once more and prints each step: what happened, what the process sent, what changed at it, and its
// state. It calls next after each.
func Steps(out io.Writer, p campaign.Harness, plan faults.Plan, next func()) error {
	fmt.Fprintf(out, "\n%s\n", heading)
	return run(p, plan, func(int) bool { return true }, func(s step) {
		for _, line := range s.lines(true) {
			fmt.Fprintln(out, line)
		}
		next()
	})
}

// run runs a plan and calls each with every step. looked reports whether the n-th step needs its text and its changes,
// which cost more than the step itself.
func run(p campaign.Harness, plan faults.Plan, looked func(n int) bool, each func(step)) error {
	subject, err := p.Open(plan.Config)
	if err != nil {
		return err
	}
	changes, err := campaign.NewChanges(p, plan.Config)
	if err != nil {
		return err
	}
	_, err = campaign.Run(subject, plan, false, &stepper{changes: changes, looked: looked, each: each})
	return err
}

// stepper observes the steps of a run.
type stepper struct {
	changes *campaign.Changes
	looked  func(n int) bool
	each    func(step)
}

// Panicked observes a step in which a process has panicked.
func (s *stepper) Panicked(e *world.Event) { s.each(step{line: e.Line()}) }

// Observe observes a step.
func (s *stepper) Observe(w *world.World, e *world.Event) {
	cameUp, _ := world.Lives(&e.Action)
	it := step{fault: cameUp || !e.Whole && e.Action.Name != world.FaultsStop}
	looked := s.looked(e.N)
	if looked || it.fault {
		it.line = e.Line()
	}
	if looked {
		it.changes = s.changes.After(w, e)
		if at := it.line.Node; at != nil && w.Up(*at) {
			it.state = w.State(*at)
		}
	} else if s.looked(e.N + 1) {
		s.changes.Renew(w, w.Nodes())
	}
	it.quiet = !it.fault && (!looked || it.state != nil && len(it.changes) == 0)
	s.each(it)
}

// step is a step of a run.
type step struct {
	line    world.TraceLine
	changes []string
	state   any  // of the process after it, nil if there is none
	quiet   bool // it has changed nothing, or is one of many
	fault   bool // it is a fault, or a process comes up again
}

// mostSends and mostChanges bound the lines about messages and changes in the short form of a step.
const mostSends, mostChanges = 3, 2

// lines returns the step as lines of text: whole, with the state behind them, or in short.
func (s step) lines(whole bool) []string {
	reads := ""
	if s.line.Now != "" {
		reads = fmt.Sprintf(" (whose clock reads %s)", s.line.Now)
	}
	all := []string{fmt.Sprintf("%4d %10s  %s%s", s.line.N, s.line.At, s.line.Text, reads)}
	for i, sent := range s.line.Sent {
		if i == mostSends && !whole {
			all = append(all, fmt.Sprintf("%18s and sends %d more", "", len(s.line.Sent)-i))
			break
		}
		all = append(all, fmt.Sprintf("%18s sends %s to %s %s", "", sent.Kind, sent.To, sent.Body))
	}
	if len(s.changes) > 0 {
		changes := linesOf(diff.Lines(s.changes, strings.Repeat(" ", 19), 110))
		if len(changes) > mostChanges && !whole {
			changes = append(changes[:mostChanges:mostChanges], fmt.Sprintf("%18s …", ""))
		}
		all = append(all, changes...)
	}
	if whole && s.state != nil {
		all = append(all, fmt.Sprintf("%18s process %s: %s", "", *s.line.Node, campaign.Text(s.state)))
	}
	return all
}

func linesOf(text string) []string { return strings.Split(strings.TrimRight(text, "\n"), "\n") }
