package tlc

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

var (
	violatedPattern = regexp.MustCompile(`^(?:Invariant|Action property|Property) ([A-Za-z0-9_]+) is violated`)
	statePattern    = regexp.MustCompile(`^([0-9]+): <(.*)>$`)
	backPattern     = regexp.MustCompile(`^([0-9]+): Back to state(?:: <(.*)>)?`)
)

// initialPredicate is how TLC calls the step into the first state of a trace.
const initialPredicate = "Initial predicate"

// failure reads the messages that say what was violated.
func (o *output) failure(m message) bool {
	var class ErrorClass
	switch m.code {
	case codeInvariant, codeInvariantFirst:
		class = FailInvariant
	case codeActionProperty, codePropertyFirst:
		class = FailAction
	case codeTemporal:
		class = FailTemporal
	case codeDeadlock:
		class = FailDeadlock
	case codeTraceHead, codeTemporalHead:
		return true // "The behavior up to this point is:"
	default:
		return false
	}
	if o.r.Failed == "" {
		o.r.Failed = class
	}
	if m.code == codeTemporal || m.code == codeDeadlock {
		return true // neither has a name
	}
	words := o.match(violatedPattern, m)
	if words == nil {
		return true
	}
	o.r.Violated = words[1]
	if m.code == codeInvariantFirst || m.code == codePropertyFirst {
		// The state stands in the message itself; no trace follows.
		_, text, _ := strings.Cut(m.body, "\n")
		o.addState(m, "", text)
	}
	return true
}

// trace reads one state of a counterexample, or how it goes on for ever.
func (o *output) trace(m message) {
	switch m.code {
	case codeStuttering:
		o.r.Lasso = Lasso{Present: true, Stutter: true, Back: len(o.r.Trace) - 1}
	case codeBackToState:
		words := o.match(backPattern, m)
		if words == nil {
			return
		}
		back := number(words[1]) - 1
		if back < 0 || back >= len(o.r.Trace) {
			o.bad(m)
			return
		}
		o.r.Lasso = Lasso{Present: true, Back: back, Action: o.stepName(words[2])}
	default:
		head, text, _ := strings.Cut(m.body, "\n")
		words := statePattern.FindStringSubmatch(head)
		if words == nil || words[1] != strconv.Itoa(len(o.r.Trace)+1) {
			o.bad(m)
			return
		}
		o.addState(m, o.stepName(words[2]), text)
	}
}

// stepName reads the action from "MCUp line 7, col 12 to line 7, col 56 of module M".
func (o *output) stepName(label string) string {
	if strings.HasPrefix(label, initialPredicate) {
		return ""
	}
	label, _, _ = strings.Cut(label, " line ")
	name, err := actionName(label)
	if err != nil && o.err == nil {
		o.err = fmt.Errorf("counterexample: %w", err)
	}
	return name
}

func (o *output) addState(m message, action, text string) {
	state, err := ParseState(text)
	if err != nil {
		if o.err == nil {
			o.err = fmt.Errorf("TLC's message %d: %w", m.code, err)
		}
		return
	}
	o.r.Trace = append(o.r.Trace, TraceState{Action: action, State: state})
}
