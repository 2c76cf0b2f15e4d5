package fencedlease

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/scrutineer-go/scrutineer"
)

// This file tests the tests: who hears of a bug that is planted in one of the three statements
// alone, or in all of them?

// listener is a test that fails as it must.
type listener struct {
	testing.TB
	said strings.Builder
}

// Errorf notes what is said.
func (l *listener) Errorf(format string, args ...any) { fmt.Fprintf(&l.said, format+"\n", args...) }

// hears demands that a check of the protocol fails, and says so much.
func hears(
	t *testing.T, check func(testing.TB, scrutineer.Registration), p scrutineer.Protocol[State], want ...string,
) {
	t.Helper()
	l := &listener{TB: t}
	check(l, p)
	for _, text := range want {
		if !strings.Contains(l.said.String(), text) {
			t.Errorf("the check says nothing of %q but: %s", text, l.said.String())
		}
	}
}

// changed is a process whose events or effects are changed.
type changed struct {
	Process
	before func(*scrutineer.Event)
	after  func(*scrutineer.Effects)
}

// Step handles one event.
func (c *changed) Step(ev scrutineer.Event, out *scrutineer.Effects) {
	c.before(&ev)
	c.Process.Step(ev, out)
	c.after(out)
}

// forgets: it does not read its disk when it comes up again.
func forgets(ev *scrutineer.Event) { ev.Disk = nil }

// sendsFirst: it sends the Grant before it saves the term.
func sendsFirst(out *scrutineer.Effects) {
	if l := out.List; len(l) == 3 {
		l[0], l[1] = l[1], l[0]
	}
}

func TestBugsInTheImplementation(t *testing.T) {
	for _, bug := range []struct {
		name   string
		before func(*scrutineer.Event)
		after  func(*scrutineer.Effects)
		step   string // where the specification does something else
	}{
		{"forgets its term", forgets, func(*scrutineer.Effects) {}, "Recover"},
		{"sends before it saves", func(*scrutineer.Event) {}, sendsFirst, "CrashInDeliverAsk"},
	} {
		t.Run(bug.name, func(t *testing.T) {
			t.Chdir(t.TempDir()) // the files of the failures
			p := Protocol()
			configs := p.Config.(scrutineer.Configs[Config, State])
			configs.Apply = func(cfg Config, p *scrutineer.Protocol[State]) error {
				err := apply(cfg, p)
				p.New = func(id scrutineer.NodeID, _ int) scrutineer.Node {
					return &changed{Process{id: id, hasty: cfg.Hasty}, bug.before, bug.after}
				}
				return err
			}
			p.Config, p.Corpus, p.TLA = configs, fstest.MapFS{}, crashAlone(t)
			hears(t, scrutineer.Check, p, "Refines fails", bug.step)
			hears(t, scrutineer.Verify, p, bug.step, "implementation: OneTermOneHolder violated")
		})
	}
}

// TLC finds what is planted in the module, and the other two say something else.
func TestBugsInTheModule(t *testing.T) {
	if testing.Short() {
		t.Skip("-short leaves out TLC")
	}
	scrutineer.NeedTLC(t)
	for _, bug := range []struct{ name, anchor, replacement string }{
		{"forgets its term", `IF disk[i] = << >> THEN term`, `IF TRUE THEN term`},
		{"sends before it saves", `ELSE save \o grant`, `ELSE grant \o save`},
	} {
		t.Run(bug.name, func(t *testing.T) {
			p := Protocol()
			folder := crashAlone(t)
			module := folder["tla/FencedLease.tla"]
			if n := strings.Count(string(module.Data), bug.anchor); n != 1 {
				t.Fatalf("%q stands there %d times, it must be once", bug.anchor, n)
			}
			module.Data = []byte(strings.Replace(string(module.Data), bug.anchor, bug.replacement, 1))
			p.TLA = folder
			hears(t, scrutineer.Verify, p, "fencedlease/crash: TLC: ", "OneTermOneHolder is violated")
		})
	}
}

// crashAlone is the folder tla with the first case alone, which has the crashes.
func crashAlone(t *testing.T) fstest.MapFS {
	t.Helper()
	folder := fstest.MapFS{}
	for _, name := range []string{"tla/FencedLease.tla", "tla/MCFencedLease.tla", "tla/cases.json"} {
		text, err := files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		folder[name] = &fstest.MapFile{Data: text}
	}
	var table map[string]any
	if err := json.Unmarshal(folder["tla/cases.json"].Data, &table); err != nil {
		t.Fatal(err)
	}
	table["cases"] = table["cases"].([]any)[:1]
	text, err := json.Marshal(table)
	if err != nil {
		t.Fatal(err)
	}
	folder["tla/cases.json"].Data = text
	return folder
}

// The broken twin is broken in all three, and fails where it must.
func TestHasty(t *testing.T) {
	t.Chdir(t.TempDir())
	p := Protocol()
	configs := p.Config.(scrutineer.Configs[Config, State])
	configs.Default.Hasty = true
	configs.Draw = nil
	p.Config, p.Corpus = configs, fstest.MapFS{}
	hears(t, scrutineer.Check, p, "OneTermOneHolder fails in run")
}
