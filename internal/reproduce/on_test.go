package reproduce

import (
	"strings"
	"testing"
)

// A table says on what it was measured, in all of its files for people and in the one for programs.
func TestOn(t *testing.T) {
	table := Table{
		Columns: []Column{{Name: "memory", Unit: "MB", Means: "how much it needs"}}, Rows: [][]Cell{{Int(7)}},
		Notes: []string{"It rests."},
		On:    &On{Machine: "2 cores", Versions: []string{"it 1.0", "that 2"}, Flags: "-fast", Date: "2026-11-29"},
	}
	m := measured(table)
	object, err := m.JSON()
	if err != nil {
		t.Fatal(err)
	}
	back, err := Decode(object)
	if err != nil || back.On.String() != table.On.String() {
		t.Errorf("%v: %s", err, object)
	}
	const want = "Measured on 2026-11-29: 2 cores; it 1.0, that 2; flags -fast."
	if text := m.Text(); !strings.HasSuffix(text, "\nIt rests.\n"+want+"\n") {
		t.Error(text)
	}
	if index := string(Index("title", []Measured{m})); !strings.Contains(index, "\nIt rests.\n\n"+want+"\n") {
		t.Error(index)
	}
	for says, change := range map[string]func(*On){
		"measuredOn.machine: \"\"":      func(o *On) { o.Machine = "" },
		"measuredOn.date: \"a\\nb\"":    func(o *On) { o.Date = "a\nb" },
		"measuredOn.versions: there is": func(o *On) { o.Versions = nil },
		"measuredOn.versions[1]: \"\"":  func(o *On) { o.Versions = []string{"one", ""} },
		"measuredOn.flags: \"a\\nb\"":   func(o *On) { o.Flags = "a\nb" },
	} {
		on := *table.On
		change(&on)
		m.On = &on
		if err := m.Check(); err == nil || !strings.HasPrefix(err.Error(), says) {
			t.Errorf("%v, want %s", err, says)
		}
	}
}
