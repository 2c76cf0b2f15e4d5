package validate_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/live"
	"github.com/scrutineer-go/scrutineer/properties/store"
)

// calling returns a cluster of a register behind an election, whose clients have called it.
func calling(t *testing.T) *group {
	t.Helper()
	return groupOf(t, store.Protocol(), `{"nodes": 4, "protocol": "base", "object": "register", "fenced": true, `+
		`"c": 0, "f": 1, "elections": 1, "runs": 1, "calls": 6}`).runs(func(g *group) {
		for end := time.Now().Add(20 * time.Second); g.inputs()["answered"] < 7; time.Sleep(5 * time.Millisecond) {
			if time.Now().After(end) {
				g.Fatalf("the inputs are %v", g.inputs())
			}
		}
	})
}

// inputs counts the inputs of the client by what became of them.
func (g *group) inputs() map[string]int {
	lives, err := live.ReadLogs(g.dir)
	g.must(err)
	if !lives[0].IsClient() {
		return nil
	}
	return lives[0].Inputs()
}

// The history of real clients is judged, and each answer that a client has is one that a process has given.
func TestClients(t *testing.T) {
	t.Parallel()
	g := calling(t)
	v, err := g.judged()
	g.must(err)
	if _, failed := v.Outcome.Failed(); failed || v.NotOffered != nil {
		t.Errorf("it fails: %v, not offered is %v", v.Outcome.Violations, v.NotOffered)
	}
}

// input is the n-th line of a client's log that has a text.
func input(lines [][]byte, text string, n int) int {
	for i, line := range lines {
		if bytes.Contains(line, []byte(text)) {
			if n--; n == 0 {
				return i
			}
		}
	}
	panic("there is no such line")
}

// refusedInputs are changes of the log of a client.
var refusedInputs = []struct {
	name   string
	change func(lines [][]byte) [][]byte
	want   string
}{
	{"an answer was changed", func(lines [][]byte) [][]byte {
		at := input(lines, `"answer":`, 1)
		other := regexp.MustCompile(`"body":("[^"]*")`).FindSubmatch(lines[input(lines, `"called"`, 1)])[1]
		lines[at] = regexp.MustCompile(`"answer":"[^"]*"`).ReplaceAll(lines[at], append([]byte(`"answer":`), other...))
		return lines
	}, `^step \d+ of process \d's life 1 is refused: it answers .* to input \d+ of the client's life 1, and the`},
	{"an input was not given", func(lines [][]byte) [][]byte {
		return slices.Delete(lines, input(lines, `"called"`, 5), len(lines)-2)
	}, `^step \d+ of process \d's life 1 is refused: input \d+ of the client's life 1 is taken, which no client`},
	{"another life was meant", func(lines [][]byte) [][]byte {
		at := input(lines, `"called"`, 1)
		lines[at] = bytes.Replace(lines[at], []byte(`"life":1`), []byte(`"life":2`), 1)
		return lines
	}, `^step \d+ of process \d's life 1 is refused: it takes .*, and input 1 of the client's life 1 is .* life 2`},
	{"an answer came out of nothing", func(lines [][]byte) [][]byte {
		at := input(lines, `"outcome":"answered"`, 1)
		return slices.Insert(lines, at+1, lines[at])
	}, `^input \d+ of the client's life 1 is refused: it returns, and is not open`},
	{"a refused input was taken", func(lines [][]byte) [][]byte {
		at := input(lines, `"outcome":"answered"`, 1)
		lines[at] = bytes.Replace(lines[at], []byte(`"answered"`), []byte(`"refused"`), 1)
		return lines
	}, `^step \d+ of process \d's life 1 is refused: it takes input \d+ .*, which the client says was not taken`},
	{"the first call comes last", func(lines [][]byte) [][]byte {
		number := regexp.MustCompile(`"number":\d+,`).Find(lines[input(lines, `"answer":`, 1)])
		var moved, rest [][]byte
		for _, line := range lines {
			if bytes.Contains(line, number) {
				moved = append(moved, line)
			} else {
				rest = append(rest, line)
			}
		}
		return slices.Insert(rest, len(rest)-2, moved...) // before the last line, and the empty one
	}, `^input \d+ of the client's life 1 is refused: it is answered before it is given`},
	{"no line of a client", func(lines [][]byte) [][]byte {
		return slices.Insert(lines, 1, []byte(`{"at":1,"did":1}`+"\n"))
	}, `client-life1.log: line 2: is no line of a client`},
}

// Logs of a client and of processes that do not agree are refused by the input or the step.
func TestClientsRefused(t *testing.T) {
	t.Parallel()
	g := calling(t)
	name := filepath.Join(g.dir, "client-life1.log")
	whole, err := os.ReadFile(name)
	g.must(err)
	for _, row := range refusedInputs {
		lines := row.change(bytes.SplitAfter(slices.Clone(whole), []byte("\n")))
		g.must(os.WriteFile(name, bytes.Join(lines, nil), 0o644))
		if _, err := g.judged(); err == nil || !regexp.MustCompile(row.want).MatchString(err.Error()) {
			t.Errorf("%s: %v, want %s", row.name, err, row.want)
		}
	}
	g.must(os.Remove(name))
	if _, err := g.judged(); err == nil {
		t.Error("inputs that no client has given are taken")
	}
}
