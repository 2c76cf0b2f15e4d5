package campaign

import (
	"errors"
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/panics"
	"github.com/scrutineer-go/scrutineer/spec"
)

// ErrInterrupted is the error of a run that was given up, and ErrPanics that of one in which the checked code panics
// outside of an event.
var (
	ErrInterrupted = errors.New("interrupted")
	ErrPanics      = errors.New("the run panics")
)

// Run runs a plan on a subject and judges it. The plan's protocol and
// configuration are those that the subject was opened with. Where the subject is
// interrupted the error is ErrInterrupted, and so is that of each later run.
func Run(s Subject, p faults.Plan, refine bool, observers ...world.Observer) (Outcome, error) {
	return run(s, p, s.NewJudge(refine), observers...)
}

// run is Run with a judge that sees each event before the observers.
func run(s Subject, p faults.Plan, judge Judge, observers ...world.Observer) (_ Outcome, err error) {
	defer panicked(&err)
	if s.Interrupted != nil && s.Interrupted() {
		return Outcome{}, ErrInterrupted
	}
	if _, can := judge.(world.Resumer); p.Snapshot != nil && !can {
		judge = Silent{}
	}
	w, err := world.New(s.Cluster, p, append([]world.Observer{judge}, observers...)...)
	if err != nil {
		return Outcome{}, err
	}
	w.GiveUpIf(s.asked(w))
	report := w.Run()
	if report.GivenUp {
		return Outcome{}, ErrInterrupted
	}
	return concluded(judge, w, report)
}

// concluded has the end of a run judged.
func concluded(judge Judge, w *world.World, report world.Report) (o Outcome, err error) {
	o.Report = report
	atEnd := func() {
		defer panicked(&err) // here, where the calls that led to it are still known
		o.Finding = judge.End(w)
	}
	if !panics.Returns(atEnd) {
		o.Report.Breach = &world.Breach{Contract: "NoPanic", Why: "at the end of the run: " + panics.Exited}
	}
	if f := o.Report.Breach; f != nil {
		o.Violations = breached(o.Violations, Violation{Property: f.Contract, Why: f.Why, Event: o.Report.Events})
	}
	return o, err
}

// panicked, deferred, turns a panic into an error.
func panicked(err *error) {
	if cause := recover(); cause != nil {
		*err = fmt.Errorf("%w: %v", ErrPanics, spec.Recovered(cause))
	}
}

// forget drops what tells more of the run: that holds its world as long as the outcome is kept.
func (o *Outcome) forget() { o.Ends, o.Pages = nil, nil }

// asked is what a world asks now and then, which tells how far it is; nil where nobody wants to
// know.
func (s Subject) asked(w *world.World) func() bool {
	if s.Going == nil {
		return s.Interrupted
	}
	return func() bool {
		s.Going(w.Events())
		return s.Interrupted != nil && s.Interrupted()
	}
}

// breached adds a broken contract before whatever the judge found at the end of the run: that may
// come of it, and the run had no time for more.
func breached(found []Violation, breach Violation) []Violation {
	at := slices.IndexFunc(found, func(v Violation) bool { return v.Event >= breach.Event })
	if at < 0 {
		at = len(found)
	}
	return slices.Insert(found, at, breach)
}

// endless reports whether the run was ended because it has no end.
func (o *Outcome) endless() bool {
	return o.Report.Breach != nil && o.Report.Breach.Contract == RunIsFinite
}
