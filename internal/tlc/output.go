package tlc

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// ParseOutput reads what TLC printed with -tool. Exit, Seconds and Graph stay
// empty, and so does Violated for a temporal property, which TLC does not name.
// It judges nothing: output that makes no sense is an error, a run that failed
// is not. progress, which may be nil, gets TLC's line on its progress about
// once a minute, while r is being read.
func ParseOutput(r io.Reader, progress func(line string)) (Result, error) {
	o := output{progress: progress, covered: map[string]bool{}}
	if err := readMessages(r, o.message, o.line); err != nil {
		return o.r, err
	}
	o.finishCoverage()
	return o.r, o.err
}

// output collects a Result from messages.
type output struct {
	r        Result
	err      error           // the first message that was not understood
	progress func(string)    // may be nil
	parsing  bool            // the parser of modules is at work
	parser   []string        // what it said
	covered  map[string]bool // the actions of the last coverage, and whether each was ever enabled
}

// line takes a line outside of frames: a print of the model, or a word of the
// parser, which has no other way to warn.
func (o *output) line(line string) {
	switch {
	case !o.parsing:
		o.r.Output = append(o.r.Output, line)
	case strings.HasPrefix(line, "Parsing file "):
	case strings.HasPrefix(line, "Semantic processing of module "):
	default:
		o.parser = append(o.parser, strings.TrimSpace(line))
	}
}

func (o *output) message(m message) {
	switch m.code {
	case codeParsingStarts:
		o.parsing = true
	case codeParsingFinished:
		o.parsing = false
	case codeStarting:
		o.parserSaid(&o.r.Warnings)
	case codeParsingFailed:
		o.r.Warnings = nil // the parser's words were no warnings
		o.parserSaid(&o.r.Errors)
		o.other(m)
	case codeCoverageStart:
		clear(o.covered) // a later coverage replaces an earlier one
	case codeCoverageAction:
		o.coverage(m)
	case codeTraceState, codeStuttering, codeBackToState:
		o.trace(m)
	case codeProgress:
		if o.progress != nil {
			o.progress(m.body)
		}
	default:
		if !o.counts(m) && !o.failure(m) {
			o.other(m)
		}
	}
}

// parserSaid adds what the parser of modules said to list, as one line.
func (o *output) parserSaid(list *[]string) {
	if text := oneLine(strings.Join(o.parser, " ")); text != "" {
		*list = append(*list, text)
	}
}

// other keeps a message that has no place of its own if it is an error or a
// warning, and drops the rest.
func (o *output) other(m message) {
	switch {
	case m.severity == severityError || m.severity == severityBug:
		o.r.Errors = append(o.r.Errors, fmt.Sprintf("%s (message %d)", oneLine(m.body), m.code))
		if o.r.Failed == "" {
			o.r.Failed = FailError
		}
	case m.severity == severityWarning && m.code != codeAdviseGC:
		o.r.Warnings = append(o.r.Warnings, fmt.Sprintf("%s (message %d)", oneLine(m.body), m.code))
	}
}

var (
	modePattern     = regexp.MustCompile(`^Running (.*) with fp .* with ([0-9,]+) workers? on `)
	initsPattern    = regexp.MustCompile(`^Finished computing initial states: ([0-9,]+) distinct states? gen`)
	initsDupPattern = regexp.MustCompile(`^Finished computing initial states: ([0-9,]+) states? generated, ` +
		`with ([0-9,]+) of them distinct`)
	statsPattern = regexp.MustCompile(`^([0-9,]+) states? generated, ([0-9,]+) distinct states? found, ` +
		`([0-9,]+) states? left on queue\.`)
	depthPattern = regexp.MustCompile(`^The depth of the complete state graph search is ([0-9,]+)\.`)
)

// counts reads the messages that say how the search is done and how far it got.
func (o *output) counts(m message) bool {
	r := &o.r
	switch m.code {
	case codeVersion:
		r.Version = oneLine(m.body)
	case codeMode:
		if words := o.match(modePattern, m); words != nil {
			r.Mode, r.Workers = words[1], number(words[2])
		}
	case codeInits:
		if words := o.match(initsPattern, m); words != nil {
			r.Inits, r.InitsGenerated = number(words[1]), number(words[1])
		}
	case codeInitsDup:
		if words := o.match(initsDupPattern, m); words != nil {
			r.InitsGenerated, r.Inits = number(words[1]), number(words[2])
		}
	case codeStats:
		if words := o.match(statsPattern, m); words != nil {
			r.Stats = true
			r.Generated, r.States, r.Queue = number(words[1]), number(words[2]), number(words[3])
		}
	case codeDepth:
		if words := o.match(depthPattern, m); words != nil {
			r.Depth = number(words[1])
		}
	case codeCompleted:
		r.Completed = true
	case codeFinished:
		r.Finished = true
		r.Checked = duration(m.body)
	default:
		return false
	}
	return true
}

// match returns the groups of pattern in m, or records that m was not understood.
func (o *output) match(pattern *regexp.Regexp, m message) []string {
	words := pattern.FindStringSubmatch(m.body)
	if words == nil {
		o.notUnderstood(m)
	}
	return words
}

func (o *output) notUnderstood(m message) {
	if o.err == nil {
		o.err = fmt.Errorf("TLC's message %d is not understood: %q", m.code, oneLine(m.body))
	}
}

var durationPattern = regexp.MustCompile(
	`^Finished in (?:(\d+)d ?)?(?:(\d+)h ?)?(?:(\d+)min ?)?(?:(\d+)s)?(?:(\d+)ms)? at `)

// duration reads how long TLC says that it took, in seconds.
func duration(text string) float64 {
	words := durationPattern.FindStringSubmatch(text)
	seconds := 0.0
	for i, unit := range []float64{24 * 3600, 3600, 60, 1, 0.001} {
		if words != nil {
			seconds += float64(number(words[i+1])) * unit
		}
	}
	return seconds
}

// number reads a count, which TLC prints with commas in some messages.
func number(text string) int {
	n, _ := strconv.Atoi(strings.ReplaceAll(text, ",", ""))
	return n
}

var coveragePattern = regexp.MustCompile(`^<([^ >]+) line .*>: ([0-9,]+):([0-9,]+)$`)

// coverage reads one part of the next-state relation: how many new and how many
// steps it gave. Only zero and not zero count here, because TLC counts twice
// where it also checks liveness. The parts of one action are taken together.
func (o *output) coverage(m message) {
	words := o.match(coveragePattern, m)
	if words == nil {
		return
	}
	name, err := actionName(words[1])
	if err != nil && o.err == nil {
		o.err = fmt.Errorf("coverage: %w", err)
	}
	o.covered[name] = o.covered[name] || number(words[3]) > 0
}

func (o *output) finishCoverage() {
	for name, enabled := range o.covered {
		o.r.Actions = append(o.r.Actions, name)
		if !enabled {
			o.r.Never = append(o.r.Never, name)
		}
	}
	slices.Sort(o.r.Actions)
	slices.Sort(o.r.Never)
}

// What TLC says of a counterexample.
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
			o.notUnderstood(m)
			return
		}
		o.r.Lasso = Lasso{Present: true, Back: back, Action: o.stepName(words[2])}
	default:
		head, text, _ := strings.Cut(m.body, "\n")
		words := statePattern.FindStringSubmatch(head)
		if words == nil || words[1] != strconv.Itoa(len(o.r.Trace)+1) {
			o.notUnderstood(m)
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
