package claims

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/phrase"
)

// Evidence is one thing that speaks for or against a claim: a Case, an Exploration, a
// Corpus entry, the Campaign or Code. A zero or missing one is never evidence.
type Evidence interface {
	// look finds the evidence among the results and says in one line what it is. The
	// error says why it is none.
	look(r Results) (string, error)
}

// decides reports whether a piece can decide a claim without others. Drawn runs cannot: what
// none of them meets may be there all the same. Nor can what was measured on one machine.
func decides(e Evidence) bool {
	switch e := e.(type) {
	case Campaign:
		return false
	case Code:
		return e.By == Exactly
	}
	return true
}

// measures reports whether a piece has numbers of its own.
func measures(e Evidence) bool {
	switch e.(type) {
	case Campaign, Code:
		return true
	}
	return false
}

// Case is a case of the protocol's table, tla/<p>/cases.json, in all columns.
type Case struct {
	ID string
	// Property must hold there, or, where Fails, be the one that fails there.
	Property string
	Fails    bool
}

func (e Case) look(r Results) (string, error) {
	s, err := find(r.Cases, "case", e.ID)
	switch {
	case err != nil:
		return "", err
	case e.Fails && s.Violates != e.Property:
		return "", fmt.Errorf("case %s: %s does not fail there, %s", e.ID, e.Property, s.outcome())
	case !e.Fails && !slices.Contains(s.Holds, e.Property):
		return "", fmt.Errorf("case %s: %s is not judged to hold there, %s", e.ID, e.Property, s.outcome())
	}
	return s.text(e.ID, e.Property), nil
}

// Exploration is one of the protocol's explorations of the implementation alone.
type Exploration struct {
	ID string
	// Property must hold there.
	Property string
}

func (e Exploration) look(r Results) (string, error) {
	s, err := find(r.Explorations, "exploration", e.ID)
	switch {
	case err != nil:
		return "", err
	case !slices.Contains(s.Holds, e.Property):
		return "", fmt.Errorf("exploration %s: %s is not judged to hold there, %s", e.ID, e.Property, s.outcome())
	}
	return s.text("explored "+e.ID, e.Property), nil
}

// Corpus is one run of a plan of the protocol's corpus.
type Corpus struct {
	// Entry is the plan's file without .json, Expectation the number, from 0, of the
	// expectation in it.
	Entry       string
	Expectation int
	// Violates is the property that fails in the run; "" means that all hold. Outside are
	// the assumptions that the run breaks and that excuse what fails.
	Violates string
	Outside  []string
}

func (e Corpus) look(r Results) (string, error) {
	run, err := findRun(r.Corpus, e.Entry, e.Expectation)
	if err != nil {
		return "", err
	}
	if run.Violates != e.Violates || !slices.Equal(run.Outside, e.Outside) {
		want := Replayed{Violates: e.Violates, Outside: e.Outside}
		return "", fmt.Errorf("%s: %s, and not: %s", run.name(), run.outcome(), want.outcome())
	}
	return fmt.Sprintf("%s: %s; %s", run.name(), run.outcome(), run.Size), nil
}

// Campaign is the short campaign of drawn runs that verify makes. Property must hold in all
// of them in which the assumptions that it needs do.
type Campaign struct {
	Property string
}

func (e Campaign) look(r Results) (string, error) {
	switch d := r.Drawn; {
	case d == nil:
		return "", errors.New("drawn runs: there are none")
	case d.Wrong != "":
		return "", errors.New("drawn runs: " + d.Wrong)
	case !slices.Contains(d.Judges, e.Property):
		return "", fmt.Errorf("drawn runs: they are not judged by %s, but by %s", e.Property, enumerate(d.Judges))
	default:
		return fmt.Sprintf("%s: %s holds wherever its assumptions do", d.Size, e.Property), nil
	}
}

// Code is a computation: arithmetic, brute force, draws from a fixed seed, a count of the
// messages of real runs.
type Code struct {
	// Name says in a few words what is computed.
	Name string
	By   By
	// Run returns what was found, one short sentence with its numbers and without a full
	// stop, the same at any time. The error says what is not as it should be.
	Run func() (string, error)
}

// By is what a computation rests on.
type By string

const (
	// Exactly is a computation that gives the same on any machine and with any seed.
	Exactly By = ""
	// Draws is one that goes by runs that are drawn.
	Draws By = "drawn"
	// Machine is one that reads what was measured on a machine, and runs nothing. Its text says where and when, as
	// "measured on" does.
	Machine By = "measured"
)

// verb says how a text of the evidence begins.
func (b By) verb() string {
	if b == Machine {
		return "measured"
	}
	return "computed"
}

func (e Code) look(Results) (string, error) {
	if e.Name == "" || e.Run == nil {
		return "", errors.New("a computation without a name or without code")
	}
	text, err := e.run()
	switch {
	case err != nil:
		return "", fmt.Errorf("%s %s: %s", e.By.verb(), e.Name, phrase.FirstLine(err.Error()))
	case e.By == Machine && !strings.Contains(text, "measured on "):
		return "", fmt.Errorf("measured %s: it says %q, and not what it was measured on", e.Name, text)
	case text == "" || text != phrase.FirstLine(text):
		return "", fmt.Errorf("%s %s: it says %q, want one line", e.By.verb(), e.Name, text)
	}
	return fmt.Sprintf("%s %s: %s", e.By.verb(), e.Name, text), nil
}

// run makes an error of a panic: one computation that falls does not end all others.
func (e Code) run() (text string, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v", cause)
		}
	}()
	return e.Run()
}

// enumerate lists names for a message.
func enumerate(names []string) string {
	if len(names) == 0 {
		return "nothing"
	}
	return strings.Join(names, ", ")
}
