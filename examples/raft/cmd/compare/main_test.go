package main

import (
	"bytes"
	"encoding/csv"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// compared runs this program's compare, and returns its table as CSV.
func compared(t *testing.T, program string, args ...string) []byte {
	t.Helper()
	out := t.TempDir()
	all := append([]string{"compare", "-nodes", "5", "-only", "compare", "-out", out}, args...)
	cmd := exec.Command(program, all...)
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", cmd.Args, err, said)
	}
	table, err := os.ReadFile(filepath.Join(out, "compare.csv"))
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// built is this program, built.
func built(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "compare")
	if said, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, said)
	}
	return program
}

// rowsOf reads a table: its rows, each by the names of its columns.
func rowsOf(t *testing.T, table []byte) (rows []map[string]string) {
	t.Helper()
	lines, err := csv.NewReader(bytes.NewReader(table)).ReadAll()
	if err != nil || len(lines) == 0 {
		t.Fatalf("no table of CSV: %v\n%s", err, table)
	}
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, name := range lines[0] {
			row[name] = line[i]
		}
		rows = append(rows, row)
	}
	return rows
}

// All elections are measured in the same worlds, Raft's beside the house's: each has a row in each scenario, and
// agrees on a leader where nothing goes wrong.
func TestAll(t *testing.T) {
	scenarios, elections := map[string]int{}, map[string]int{}
	for _, row := range rowsOf(t, compared(t, built(t), "-seeds", "1")) {
		elections[row["election"]]++
		scenarios[row["scenario"]]++
		if row["scenario"] == "none" && row["came"] != "1" {
			t.Errorf("%s does not agree on a leader", row["election"])
		}
	}
	if elections["raft"] == 0 || elections["raft-plain"] == 0 || len(elections) < 10 {
		t.Errorf("the elections are %v, want the house's and both of Raft's", elections)
	}
	for name, rows := range elections {
		if rows != len(scenarios) {
			t.Errorf("%s has %d rows for %d scenarios", name, rows, len(scenarios))
		}
	}
}

// Raft's elections agree on a leader again whatever happens, and the same in each run though the library
// draws from crypto/rand.
func TestRaft(t *testing.T) {
	program, args := built(t), []string{"-elections", "raft.*", "-seeds", "2"}
	first, second := compared(t, program, args...), compared(t, program, args...)
	if !bytes.Equal(first, second) {
		t.Errorf("two tables:\n%s\n%s", first, second)
	}
	for _, row := range rowsOf(t, first) {
		if row["runs"] != "2" || row["came"] != "2" {
			t.Errorf("%s in %s: in %s of %s runs all follow one",
				row["election"], row["scenario"], row["came"], row["runs"])
		}
	}
}
