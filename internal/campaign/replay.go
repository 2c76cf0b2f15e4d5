package campaign

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/input"
)

// Replay runs a plan once for each of its expectations, or once as it stands where
// it has none. Every step is held against the specification. A named fault or a pin that
// takes no effect is an input error, unless it is optional: a plan that names what does not
// happen any more would pass for ever. A fault that takes no effect is no error if a property fails
// and the plan expects nothing.
func Replay(p Harness, plan faults.Plan) ([]Replayed, error) {
	expects := plan.Expect
	if len(expects) == 0 {
		expects = []faults.Expect{{}}
	}
	subject, err := p.Open(plan.Config) // also if an expectation changes it: without the changes it must be valid too
	if err != nil {
		return nil, err
	}
	var all []Replayed
	for i, expect := range expects {
		if err := checkExpect(p, expect); err != nil {
			return nil, input.In("", expectField(i), err)
		}
		variant, err := Variant(plan, expect)
		if err != nil {
			return nil, input.In("", expectField(i), err)
		}
		if i > 0 || len(expect.With) > 0 {
			if subject, err = p.Open(variant.Config); err != nil { // and without the changes there is none
				return nil, changed(err, expectField(i)+".with")
			}
		}
		r := Replayed{Expect: expect, Plan: variant}
		if err := r.run(p, subject); err != nil {
			return nil, err
		}
		for _, field := range r.Outcome.Report.Unmatched {
			if !r.settled(field) {
				return nil, unmet(plan, field, i)
			}
		}
		if len(plan.Expect) > 0 {
			r.judge()
		}
		all = append(all, r)
	}
	return all, nil
}

// run runs the plan once.
func (r *Replayed) run(p Harness, subject Subject) error {
	changes, err := NewChanges(p, r.Plan.Config)
	if err != nil {
		return err
	}
	judge := subject.NewJudge(true)
	r.nodes, r.reads, r.recorded = subject.Cluster.Nodes, subject.Cluster.Reads, newRecorder(judge, changes)
	r.Outcome, err = run(subject, r.Plan, judge, r.recorded)
	r.Trace = r.recorded.lines
	return err
}

// Judged are the names of all properties by which runs may be judged.
func (p Harness) Judged() []string { return slices.Concat(p.Properties, p.OfStates, Contracts()) }

// checkExpect tells which names in an expectation the protocol does not know.
func checkExpect(p Harness, e faults.Expect) error {
	known := p.Judged()
	if e.Violates != "" && !slices.Contains(known, e.Violates) {
		return input.Errorf("violates", "%q, it must be one of %s", e.Violates, strings.Join(known, ", "))
	}
	for i, name := range e.Outside {
		if !slices.Contains(p.Assumptions, name) {
			return input.Errorf(fmt.Sprintf("outside[%d]", i), "%q, it must be one of %s",
				name, strings.Join(p.Assumptions, ", "))
		}
	}
	return nil
}

// changed puts an error in a configuration at the place where it was changed.
func changed(err error, field string) error {
	var bad *input.Error
	if !errors.As(err, &bad) {
		return err
	}
	moved := *bad
	moved.Field = field + strings.TrimPrefix(bad.Field, "config")
	return &moved
}

func expectField(i int) string { return fmt.Sprintf("expect[%d]", i) }

// unmet is the error for what takes no effect in a run.
func unmet(plan faults.Plan, field string, expectation int) error {
	where := ""
	if len(plan.Expect) > 1 {
		where = fmt.Sprintf(" under expect[%d]", expectation)
	}
	return input.Errorf(field, `takes no effect in the run%s, name something that happens, or say "optional": true`,
		where)
}

// Variant returns the plan with the changes of an expectation.
func Variant(plan faults.Plan, e faults.Expect) (faults.Plan, error) {
	if len(e.With) > 0 {
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(plan.Config, &fields); err != nil {
			return plan, input.Errorf("config", "must be an object, that with can change fields of")
		}
		maps.Copy(fields, e.With)
		plan.Config = JSON(fields)
	}
	if e.Patient {
		plan = plan.Without("premature")
	}
	return plan, nil
}

// judge says what is not as it is expected.
func (r *Replayed) judge() {
	wrong := func(format string, args ...any) { r.Wrong = append(r.Wrong, fmt.Sprintf(format, args...)) }
	failed, has := r.Outcome.Failed()
	switch {
	case r.Expect.Violates == "" && has:
		wrong("%s fails (%s), and every property should hold", failed.Property, failed.Why)
	case r.Expect.Violates != "" && !r.Outcome.Fails(r.Expect.Violates):
		wrong("%s should fail, and it holds%s", r.Expect.Violates, otherFailure(failed, has))
	}
	if got := r.outside(); !slices.Equal(got, r.Expect.Outside) {
		wrong("properties fail outside of the assumptions %s, and %s is expected", names(got), names(r.Expect.Outside))
	}
	rest := r.Trace
	for _, witness := range r.Expect.Witnesses {
		i := slices.IndexFunc(rest, func(l world.TraceLine) bool { return isStep(l.Text, witness) })
		if i < 0 {
			wrong("the witness %q does not happen, or not in this order", witness)
			break
		}
		rest = rest[i+1:]
	}
	if want, got := r.Expect.Ends, r.ends(); want != nil && !slices.Equal(got, want) {
		wrong("the processes end with %q, and %q is expected", got, want)
	}
	if want, got := r.Expect.Digest, r.Outcome.Report.Digest; want != "" && want != got {
		wrong("the digest is %s, and %s is expected: the run is another one", got, want)
	}
}

func names(list []string) string {
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, ", ")
}

func otherFailure(v Violation, has bool) string {
	if !has {
		return ""
	}
	return "; " + v.Property + " fails instead"
}

// isStep reports whether a line is the step that a witness names, which may leave
// arguments at the end away.
func isStep(text, witness string) bool {
	rest, ok := strings.CutPrefix(text, witness)
	return ok && (rest == "" || rest[0] == ' ' || rest[0] == ',')
}

// ends says how each process ended, where the protocol says so.
func (r Replayed) ends() []string {
	if r.Outcome.Ends == nil {
		return nil
	}
	return r.Outcome.Ends()
}
