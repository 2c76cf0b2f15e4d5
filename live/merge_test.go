package live_test

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/explore"
	"github.com/scrutineer-go/scrutineer/live"
	"github.com/scrutineer-go/scrutineer/spec"
)

// taken demands that the cluster's model can take all steps of a run, and reaches the states of the run.
func taken(t *testing.T, r *room, run live.Run) {
	t.Helper()
	model := explore.Model(r.cluster)
	var at explore.Global
	for at = range model.Init() {
		break
	}
	for n, step := range run.Steps {
		next, ok := model.Do(at, step.Action)
		if !ok {
			t.Fatalf("step %d of %d, %s, cannot be taken: %s", n+1, len(run.Steps), step.Where, step.Action)
		}
		at = next
		if state := at.Procs[step.Action.At].Memory; state != step.State && step.At != 0 {
			t.Fatalf("step %d, %s: %s leaves another state", n+1, step.Where, step.Action)
		}
	}
}

// count counts the steps of a run by the names of their actions.
func count(run live.Run) map[string]int {
	names := map[string]int{}
	for _, step := range run.Steps {
		names[step.Action.Name]++
	}
	return names
}

// Logs of processes that are killed and come up again are merged into a run of the cluster.
func TestMerge(t *testing.T) {
	t.Parallel()
	r := newRoom(t, counters(3))
	r.all()
	for range 3 {
		r.kill(1)
		r.wait()
		r.start(1)
		r.wait()
	}
	run, err := r.merged()
	if err != nil {
		t.Fatal(err)
	}
	taken(t, r, run)
	names := count(run)
	if names["Boot"] != 3 || names["Crash"] != 3 || names["Recover"] != 3 || names["TickBeat"] == 0 ||
		names["DeliverNote"] <= names["TickBeat"] {
		t.Errorf("%v", names)
	}
}

// Logs are merged by cause where the clocks of the machines tell other times.
func TestClocksApart(t *testing.T) {
	t.Parallel()
	r := newRoom(t, counters(3))
	r.all()
	r.stop()
	at := regexp.MustCompile(`^{"at":\d+`)
	for id := range spec.NodeID(2) {
		r.edit(r.last(id), func(lines [][]byte) [][]byte {
			for n, line := range lines {
				lines[n] = at.ReplaceAllFunc(line, func(text []byte) []byte {
					var time int64
					fmt.Sscanf(string(text), `{"at":%d`, &time)
					return fmt.Appendf(nil, `{"at":%d`, time+int64(id*2-1)*1e9)
				})
			}
			return lines
		})
	}
	run, err := r.merged()
	if err != nil {
		t.Fatal(err)
	}
	taken(t, r, run)
}

// A log whose last line is torn ends with a crash inside the step.
func TestTornLog(t *testing.T) {
	t.Parallel()
	for _, torn := range []struct {
		last string // a part of the last whole line
		want string
	}{
		{`"begun":{"kind":"fired"`, "CrashInTickBeat 0"},
		{`"did":0`, "CrashInTickBeat 1"},
		{`"did":1`, "Crash 0"},
		{`"ended"`, "Crash 0"},
	} {
		r := newRoom(t, counters(1))
		r.all()
		r.kill(0)
		r.edit(r.last(0), func(lines [][]byte) [][]byte {
			fired := indexOf(lines, 0, `"fired"`)
			n := indexOf(lines, fired, torn.last)
			return append(lines[:n+1:n+1], lines[n+1][:len(lines[n+1])/2])
		})
		run, err := r.merged()
		if err != nil {
			t.Errorf("%s: %v", torn.want, err)
			continue
		}
		taken(t, r, run)
		last := run.Steps[len(run.Steps)-1].Action
		if got := fmt.Sprint(last.Name, " ", last.Cut); got != torn.want {
			t.Errorf("it ends with %s, want %s", got, torn.want)
		}
	}
}

// indexOf returns the index of the first line, from a given one, that has a text.
func indexOf(lines [][]byte, from int, text string) int {
	return from + slices.IndexFunc(lines[from:], func(line []byte) bool { return bytes.Contains(line, []byte(text)) })
}

// A record that was saved, which the log does not say as the process was killed, is seen at the recovery.
func TestSavedAndNotLogged(t *testing.T) {
	t.Parallel()
	r := newRoom(t, counters(1))
	r.all()
	r.kill(0)
	var saved int
	r.edit(r.last(0), func(lines [][]byte) [][]byte {
		last := len(lines) - 1
		for ; !bytes.Contains(lines[last], []byte(`"did":0`)); last-- {
			saved++
		}
		return lines[:last]
	})
	r.start(0)
	r.wait()
	run, err := r.merged()
	if err != nil {
		t.Fatal(err)
	}
	taken(t, r, run)
	if names := count(run); names["CrashInTickBeat"] != 1 || names["Recover"] != 1 {
		t.Errorf("%v", names)
	}
}

// refusedRow is a thing that real processes cannot do, or a change of a log.
type refusedRow struct {
	name string
	do   func(r *room)
	want string
}

// messages are rows about what the network does.
func messages() []refusedRow {
	return []refusedRow{
		{"a message comes twice", func(r *room) {
			r.send = func(from, to spec.NodeID, packet []byte) [][]byte {
				if from == 0 && to == 2 {
					return [][]byte{packet, packet}
				}
				return [][]byte{packet}
			}
			r.all()
		}, `^step \d+ of process 2's life 1 .* copy \d+ of process 0's life 1 is delivered and is not in flight`},
		{"a multicast leaves one out", func(r *room) {
			sent := 0
			r.send = func(from, to spec.NodeID, packet []byte) [][]byte {
				if from == 0 && to == 2 && bytes.Contains(packet, []byte("note")) {
					if sent++; sent == 7 {
						return nil
					}
				}
				return [][]byte{packet}
			}
			r.all()
		}, `^step \d+ of process 0's life 1 .* copy \d+ .* is of a multicast, and process 2 has never`},
		{"a message is changed", func(r *room) {
			r.send = func(from, to spec.NodeID, packet []byte) [][]byte {
				if from == 2 && to == 1 && bytes.Contains(packet, []byte("note")) {
					return [][]byte{live.Replaced(packet, note{-1})}
				}
				return [][]byte{packet}
			}
			r.all()
		}, `^step \d+ of process 1's life 1 .* copy 2 .* was sent as \{\d+\}, and is delivered as \{-1\}`},
		{"a message of an earlier life", func(r *room) {
			var early []byte
			again := false
			r.send = func(from, to spec.NodeID, packet []byte) [][]byte {
				switch note := from == 0 && to == 1 && bytes.Contains(packet, []byte("note")); {
				case note && early == nil:
					early = slices.Clone(packet)
				case note && again:
					again = false
					return [][]byte{live.Resent(early), packet} // as if the clock of the machine had been set
				}
				return [][]byte{packet}
			}
			r.all()
			r.kill(1)
			r.start(1)
			r.wait()
			r.mu.Lock()
			again = true
			r.mu.Unlock()
			r.wait()
		}, `^step \d+ of process 1's life 2 .* copy \d+ of process 0's life 1 .* was sent before this life began`},
	}
}

// Such a step is refused by its place in the logs.
func TestRefused(t *testing.T) {
	for _, row := range append(messages(), []refusedRow{
		{"the last multicast of a killed process leaves one out", func(r *room) {
			cut := false
			r.send = func(from, to spec.NodeID, packet []byte) [][]byte {
				if cut && from == 0 && to == 2 {
					return nil
				}
				return [][]byte{packet}
			}
			r.all()
			r.mu.Lock()
			cut = true
			r.mu.Unlock()
			time.Sleep(200 * time.Millisecond)
			r.kill(0)
			for end := time.Now().Add(1200 * time.Millisecond); time.Now().Before(end); {
				r.wait()
			}
		}, `^step \d+ of process 0's life 1 .* copy \d+ .* is of a multicast, and process 2 has never`},
		{"a state was changed", func(r *room) {
			r.all()
			r.stop()
			r.edit(r.last(1), func(lines [][]byte) [][]byte {
				n := indexOf(lines, 9, `"ended"`)
				lines[n] = lines[indexOf(lines, n+1, `"ended"`)]
				return lines
			})
		}, `^step \d+ of process 1's life 1 is refused: \w+ .* leaves another state than the log has$`},
		{"saved after its sends, and killed between", func(r *room) {
			r.all()
			r.kill(1)
			r.edit(r.last(1), func(lines [][]byte) [][]byte {
				last := len(lines) - 1
				for ; !bytes.Contains(lines[last], []byte(`"did":1`)); last-- {
				}
				return slices.Delete(lines[:last+1], last-1, last)
			})
		}, `^step \d+ of process 1's life 1 is refused: effect 1 is carried out where effect 0 must be`},
		{"a record is lost", func(r *room) {
			r.all()
			r.kill(1)
			if err := live.DiskAt(filepath.Join(r.dir, "1.disk")).Save(kept{1}); err != nil {
				r.Fatal(err)
			}
			r.start(1)
			r.wait()
		}, `^step 1 of process 1's life 2 .* finds \{Count:1\} on its disk, and had saved \{Count:\d+\}`},
	}...) {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			r := newRoom(t, counters(3))
			row.do(r)
			run, err := r.merged()
			if run.Lost != nil {
				err = run.Lost
			}
			var refused *live.Refusal
			if !errors.As(err, &refused) || !regexp.MustCompile(row.want).MatchString(err.Error()) {
				t.Errorf("%v, want %s", err, row.want)
			}
		})
	}
}

// What is no log is an error that names the file and the line.
func TestBrokenLogs(t *testing.T) {
	t.Parallel()
	r := newRoom(t, counters(1))
	r.all()
	r.stop()
	for _, row := range []struct {
		change func([][]byte) [][]byte
		want   string
	}{
		{func(lines [][]byte) [][]byte { return lines[1:] }, "line 1: the line that says whose life it is"},
		{func(lines [][]byte) [][]byte { lines[3] = []byte("noise\n"); return lines }, "line 4: is no line of a log"},
		{func(lines [][]byte) [][]byte { return slices.Delete(lines, 3, 4) }, "begins, and step 1 has not ended"},
		{func(lines [][]byte) [][]byte { return slices.Insert(lines, 1, lines[1]) }, "says when the clocks began"},
		{func(lines [][]byte) [][]byte { return append(lines, lines[1]) }, "stands behind the line that says"},
		{func(lines [][]byte) [][]byte { lines[3] = []byte("{\"at\":1}\n"); return lines }, "says nothing"},
		{func(lines [][]byte) [][]byte { return slices.Delete(lines, 2, 3) }, "belongs to no step"},
		{func(lines [][]byte) [][]byte {
			lines[2] = append(bytes.TrimSpace(lines[2]), " {}\n"...)
			return lines
		}, "has more behind its object"},
		{func(lines [][]byte) [][]byte {
			lines[2] = []byte(`{"at":1,"lost":1,"doubled":2}` + "\n")
			return lines
		}, "has 2 fields beside at, it must have one"},
		{func(lines [][]byte) [][]byte {
			n := indexOf(lines, 9, `"begun"`)
			lines[n] = regexp.MustCompile(`"now":\d+`).ReplaceAll(lines[n], []byte(`"now":4611686018427387904`))
			return lines
		}, "as at the step before, to 87600h0m0s"},
	} {
		var whole [][]byte
		r.edit(r.last(0), func(lines [][]byte) [][]byte {
			whole = slices.Clone(lines)
			return row.change(lines)
		})
		if _, err := live.ReadLogs(r.dir); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%v, want %s", err, row.want)
		}
		r.edit(r.last(0), func([][]byte) [][]byte { return whole })
	}
	if _, err := live.ReadLogs(t.TempDir()); err == nil || !strings.Contains(err.Error(), "has no log of a process") {
		t.Errorf("an empty folder: %v", err)
	}
}
