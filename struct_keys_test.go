package scrutineer_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer"
)

// place is the key of maps that JSON cannot write.
type place struct{ X, Y int }

// visit is a message, and a record, with such a map.
type visit struct{ Seen map[place]int }

func (visit) Kind() string { return "Visit" }

// visitor goes from place to place.
type visitor struct{ state visits }

type visits struct{ At map[place]int }

func (v *visitor) State() any { return &v.state }

func (v *visitor) Step(ev scrutineer.Event, out *scrutineer.Effects) {
	switch ev.Kind {
	case scrutineer.Booted:
		out.SetTimer("Go", time.Second)
	case scrutineer.Fired:
		next := visit{map[place]int{{1, 2}: 3}}
		out.Save(next)
		out.Send(1, next)
	case scrutineer.Delivered:
		v.state.At = ev.Body.(visit).Seen
	}
}

// A failure shows states, messages and records that JSON has no way to write.
func TestStructsAsKeys(t *testing.T) {
	flagged(t, "scrutineer.n", "1")
	r := checked(t, scrutineer.Protocol[visits]{
		Name: "visitors", Nodes: 2, Wire: []any{visit{}},
		New: func(scrutineer.NodeID, int) scrutineer.Node { return &visitor{} },
		Always: scrutineer.Properties[visits]{"Stays": func(v scrutineer.View[visits]) error {
			if s := v.State(1); s != nil && len(s.At) > 0 {
				return errors.New("it has gone")
			}
			return nil
		}},
	})
	if len(r.errors) != 1 || !strings.HasPrefix(r.errors[0], "Stays fails in run 0 of seed 1: it has gone") {
		t.Fatalf("it says %q", r.errors)
	}
	text, err := os.ReadFile(filepath.Join("testdata", "failures", t.Name(), "Stays", "trace.ndjson"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if !json.Valid([]byte(line)) {
			t.Errorf("no JSON: %s", line)
		}
	}
	if !strings.Contains(string(text), `"body":"{Seen {{X 1, Y 2}: 3}}"`) {
		t.Errorf("the trace does not show the map:\n%s", text)
	}
}
