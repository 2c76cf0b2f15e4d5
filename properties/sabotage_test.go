package properties_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/mutant"
)

// sabotage is a change to the cells or to the search by levels, and the test that must
// fail of it, in one of two packages.
type sabotage struct {
	mutant.Row
	in, by string
}

var sabotages = []sabotage{
	{mutant.Row{
		ID: "cells: a timer is never early", File: "faults/expansion.go",
		Anchor: "		if !e.calm {\n", Replacement: "		if false {\n",
	}, "properties", "TestChattyToysAgree"},
	{mutant.Row{
		ID: "cells: of two copies in one step the first is lost", File: "faults/expansion.go",
		Anchor: "e.added(receiver, e.Inbox(&v, receiver)", Replacement: "e.added(receiver, e.Inbox(&e.from, receiver)",
	}, "properties", "TestChattyToysAgree"},
	{mutant.Row{
		ID: "cells: a panic is told of although the budget forbids it", File: "faults/expansion.go",
		Anchor:      "		case spent == forbidden:\n",
		Replacement: "		case spent == forbidden && d.broken == 0:\n",
	}, "properties", "TestBrokenProcesses"},
	{mutant.Row{
		ID: "cells: a number that does not fit is cut off", File: "faults/expansion.go",
		Anchor: "return uint64(n) <= e.mask ||", Replacement: "return uint64(n) <= e.mask || true ||",
	}, "properties", "TestNumbersThatDoNotFit"},
	{mutant.Row{
		ID: "cells: the network treats those that are up as if they were down", File: "faults/place.go",
		Anchor:      "[2]tampers{m.tamper(msg, false), m.tamper(msg, true)}",
		Replacement: "[2]tampers{m.tamper(msg, true), m.tamper(msg, false)}",
	}, "properties", "TestChattyToysAgree"},
	{mutant.Row{
		ID: "cells: who may crash inside a handler is not looked at", File: "faults/memory.go",
		Anchor: "if spec.IsFault(a.Name) {", Replacement: "if a.Name == spec.Crash {",
	}, "properties", "TestChattyToysAgree"},
	{mutant.Row{
		ID: "cells: what was heard is not run again", File: "faults/cells.go",
		Anchor: "for list := len(p.lists) - 1; list >= 0; list-- {", Replacement: "for list := -1; list >= 0; list-- {",
	}, "properties", "TestRecheckNoticesEveryKindOfStep"},
	{mutant.Row{
		ID: "search: states of one hash are taken for one", File: "checker/store.go",
		Anchor: "st.at(n) == s {", Replacement: "st.at(n) == s || true {",
	}, "checker", "TestReachTellsEqualHashesApart"},
	{mutant.Row{
		ID: "search: the chunk that comes last decides", File: "checker/crew.go",
		Anchor: "d.at < first[i].at) {", Replacement: "d.at > first[i].at) {",
	}, "checker", "TestDecisionsOfSeveralChunks"},
	{mutant.Row{
		ID: "search: what lies beyond a breach decides", File: "checker/crew.go",
		Anchor: "if d.at < 0 || d.at >= to ||", Replacement: "if d.at < 0 ||",
	}, "checker", "TestFirstStateDecides"},
	{mutant.Row{
		ID: "search: a panic ends a chunk's judging", File: "checker/crew.go",
		Anchor:      "if at := c.panicBefore(first, to); at < to && r.Breach == nil {",
		Replacement: "if at := to; at < to {",
	}, "checker", "TestPanicsHideNothing"},
	{mutant.Row{
		ID: "search: what is found at the bound is not judged", File: "checker/reach.go",
		Anchor: "		crew.judgeRest()\n", Replacement: "",
	}, "checker", "TestFirstStateDecides"},
	{mutant.Row{
		ID: "cache: a stale entry is used after a module has changed", File: "tla/tlc/cache.go",
		Anchor: "parts = append(parts, name, string(m.Files[name]))", Replacement: "parts = append(parts, name)",
	}, "tla/tlc", "TestCacheStale"},
	{mutant.Row{
		ID: "cache: flags do not count", File: "tla/tlc/cache.go",
		Anchor: "append(append(parts, flags...), m.Name)", Replacement: "append(append(parts, flags[:0]...), m.Name)",
	}, "tla/tlc", "TestCacheStale"},
	{mutant.Row{
		ID: "cache: -fresh takes what is stored", File: "tla/tlc/cache.go",
		Anchor: "if c == nil || c.Fresh {", Replacement: "if c == nil {",
	}, "tla/tlc", "TestCacheStale"},
	{mutant.Row{
		ID: "cache: the checksum is not looked at", File: "tla/tlc/cache.go",
		Anchor: "!bytes.Equal(sum[:], rest[:sha256.Size])", Replacement: "len(sum) == 0",
	}, "tla/tlc", "TestCacheDamaged"},
	{mutant.Row{
		ID: "cache: an edited run is kept", File: "tla/tlc/run.go",
		Anchor: "call, opts.Edit == nil)", Replacement: "call, true)",
	}, "tla/tlc", "TestCacheKeeps"},
	{mutant.Row{
		ID: "case: TLC's constants are not looked at", File: "tla/tlc/constants.go",
		Anchor:      "len(fields) > 0 {\n		return fmt.Errorf(",
		Replacement: "len(fields) < 0 {\n		return fmt.Errorf(",
	}, "tla/tlc", "TestPrintedConstants"},
}

// The oracle is worth what it notices: each of these changes fails the test that its row
// names.
func TestSabotage(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the tests again for each row; the quick gate leaves that to make test and make mutants")
	}
	root, err := mutant.Root()
	if err != nil {
		t.Fatal(err)
	}
	if err := mutant.Watch(root); err != nil {
		t.Fatal(err)
	}
	for _, row := range sabotages {
		t.Run(row.ID, func(t *testing.T) {
			child := exec.CommandContext(t.Context(), "go", "test", "-overlay", overlay(t, root, row.Row),
				"-vet=off", "-short", "-count=1", "-timeout=60s", "-failfast", "-run=^"+row.by+"$", "./"+row.in)
			child.Dir = root
			out, err := child.CombinedOutput()
			if err == nil || !strings.Contains(string(out), "--- FAIL: "+row.by) {
				t.Errorf("%s does not fail of it: %v\n%s", row.by, err, out)
			}
		})
	}
}

// overlay writes the file with the change and the list that the go command takes it from,
// and returns the list's path. The tests of the protocols are left out: they take longer
// to compile than all others together, and no row needs them.
func overlay(t *testing.T, root string, row mutant.Row) string {
	t.Helper()
	original := filepath.Join(root, filepath.FromSlash(row.File))
	text, err := os.ReadFile(original)
	if err != nil {
		t.Fatal(err)
	}
	changed, err := row.Apply(text)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	mutated, list := filepath.Join(dir, "mutated.go"), filepath.Join(dir, "overlay.json")
	config, err := json.Marshal(map[string]map[string]string{"Replace": {
		original: mutated, filepath.Join(root, "properties", "cells_test.go"): "",
	}})
	if err != nil {
		t.Fatal(err)
	}
	for path, content := range map[string][]byte{mutated: changed, list: config} {
		if err := os.WriteFile(path, content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return list
}
