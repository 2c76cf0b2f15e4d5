package paper

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/reproduce"
)

// Each table that a machine has measured is one of a deployed experiment, whole, and says on which machine.
func TestMachineTables(t *testing.T) {
	files, err := fs.Glob(onMachine, "measured/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d tables, %v", len(files), err)
	}
	for _, file := range files {
		id := strings.TrimSuffix(strings.TrimPrefix(file, "measured/"), ".json")
		m, err := measuredTable(id)
		if err != nil {
			t.Error(err)
			continue
		}
		deployed := slices.ContainsFunc(Deployed(), func(e reproduce.Experiment) bool {
			return e.ID == id && e.Title == m.Title && e.Where == m.Where
		})
		if m.ID != id || m.Protocol != "ctolerant" || !deployed {
			t.Errorf("%s: is %q of %s (%s), which is no deployed experiment", file, m.Title, m.Protocol, m.Where)
		}
	}
}

// A table that lacks what a claim rests on, or has the opposite, does not pass for evidence.
func TestMachineRefuses(t *testing.T) {
	memory := [][3]string{{"memory", "e17", "proportional"}}
	for _, c := range []struct {
		one, other string
		resources  [][3]string
		want       string
	}{
		{"Hybrid over Medley", "memberlist", memory, ""},
		{"ZooKeeper of 16, idle", "Hybrid over Medley", memory, "e17: ZooKeeper of 16, idle uses more memory than"},
		{"Hybrid over Gossip", "memberlist", memory, `e17: has no number in row "Hybrid over Gossip"`},
		{"memberlist", "Hybrid over Gossip", memory, `e17: has no number in row "Hybrid over Gossip"`},
		{"memberlist", "memberlist", [][3]string{{"memory", "e17", "system"}}, "e17: has no number in row"},
		{"memberlist", "memberlist", [][3]string{{"memory", "e99", "system"}}, "open measured/e99.json"},
	} {
		text, err := compared(c.one, c.other, c.other, c.resources)
		if c.want == "" && (err != nil || !strings.Contains(text, "less memory than memberlist (measured on 20")) {
			t.Errorf("%q, %v", text, err)
		}
		if c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)) {
			t.Errorf("%s against %s: %q, %v, want %q", c.one, c.other, text, err, c.want)
		}
	}
}
