package protocoltest

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// Experiments demands that the protocol's experiments come to tables, in which what must be as
// printed is so, and to the same bytes when they run again. In short mode, and of what is long, it
// only looks at the list.
func Experiments(t *testing.T, p verify.Protocol) {
	t.Helper()
	if err := reproduce.Check(p.Experiments); err != nil {
		t.Fatal(err)
	}
	for _, e := range p.Experiments {
		t.Run(e.ID, func(t *testing.T) {
			if testing.Short() || e.Long {
				t.Skip("measures for seconds, or for minutes what is long; make test and make reproduce do")
			}
			t.Parallel()
			measures(t, p.Name, e)
		})
	}
}

// SmallExperiments demands the same of a paper's experiments made small enough to run always, and looks
// at the list of all; in short mode they run once.
func SmallExperiments(t *testing.T, protocol string, small, all []reproduce.Experiment) {
	t.Helper()
	if err := errors.Join(reproduce.Check(small), reproduce.Check(all)); err != nil {
		t.Fatal(err)
	}
	for _, e := range small {
		t.Run(e.ID, func(t *testing.T) { measures(t, protocol, e) })
	}
}

// measures runs an experiment twice, in short mode once.
func measures(t *testing.T, protocol string, e reproduce.Experiment) {
	t.Helper()
	before := files(t, Measured(t, protocol, e))
	if testing.Short() {
		return
	}
	for i, f := range files(t, Measured(t, protocol, e)) {
		if !bytes.Equal(before[i].Text, f.Text) {
			t.Errorf("measured again %s is\n%s\nand was before\n%s", f.Name, f.Text, before[i].Text)
		}
	}
}

// Measured runs an experiment: what must be as printed is so.
func Measured(t *testing.T, protocol string, e reproduce.Experiment) reproduce.Measured {
	t.Helper()
	m, err := e.Measure(t.Context(), protocol, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, failure := range m.Failures() {
		t.Error(failure)
	}
	return m
}

func files(t *testing.T, m reproduce.Measured) []reproduce.File {
	t.Helper()
	list, err := m.Files()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// GivenUp demands that experiments which are given up end, and say why; but for those that take no time.
func GivenUp(t *testing.T, protocol string, list []reproduce.Experiment, timeless ...string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, e := range list {
		if _, err := e.Measure(ctx, protocol, nil); err == nil && !slices.Contains(timeless, e.ID) {
			t.Errorf("%s has a table", e.ID)
		}
	}
}
