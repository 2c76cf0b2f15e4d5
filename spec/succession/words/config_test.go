package words

import (
	"reflect"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/spec"
	election "github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
	detector "github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// A field that is wrong is refused in one line that begins with its name, whichever machine it belongs to.
func TestParse(t *testing.T) {
	for _, c := range []struct{ fields, want string }{
		{`"nodes": 5`, ""},
		{`"nodes": 256, "helpers": 16, "c": 254, "f": 1, "initiator": 255`, ""},
		{`"nodes": 0`, "nodes: 0, it must be 1 to 256"},
		{`"nodes": 257`, "nodes: 257, it must be 1 to 256"},
		{`"nodes": "5"`, "nodes: "},
		{`"nodes": 3, "nods": 3`, "nods: "},

		{`"failures": "vanish"`, `failures: "vanish", but processes that crash stay down; omit it`},
		{`"failures": "wait"`, `failures: "wait", but processes that crash stay down; omit it`},
		{`"probers": [0]`, "probers: given, but all processes probe; omit them"},
		{`"joiners": [1]`, "joiners: given, but no process joins; omit them"},
		{`"leavers": []`, "leavers: given, but no process leaves; omit them"},
		{`"times": 9, "returns": true`, "times: 9, but entries carry incarnations; omit it"},

		{`"helpers": 17`, "helpers: 17, it must be 0 to 16"},
		{`"numbers": 1`, "numbers: 1, it must be 2 to 1000000000"},
		{`"periodMs": 3`, "periodMs: 3, it must be 4 to 3600000"},
		{`"patience": 1001`, "patience: 1001, it must be 1 to 1000"},
		{`"keepsPinging": true`, "keepsPinging: needs returns"},
		{`"newsMost": 257`, "newsMost: 257, it must be 0 to 256"},
		{`"newsSends": 1`, "newsSends: 1, it must be absent unless newsMost bounds the news"},
		{`"picks": "near"`, `picks: "near", it must be one of`},
		{`"picks": "spatial"`, "positions: has 0 positions, it must have 5, one for each node"},
		{`"exponent": 1`, `exponent: 1, but picks are "uniform"; omit it`},

		{`"protocol": "bully"`, `protocol: "bully", it must be one of`},
		{`"c": -1`, "c: -1, it must be 0 to the number of nodes, 5"},
		{`"f": 6`, "f: 6, it must be 0 to the number of nodes, 5"},
		{`"c": 3, "f": 2`, "nodes: 5, it must be at least c+f+1 = 6"},
		{`"x": 2`, "x: 2, it must be 1 in base"},
		{`"protocol": "preferred", "x": 6, "y": 5`, "x: 6, it must be 1 to the number of nodes, 5"},
		{`"protocol": "hybrid", "x": 5, "y": -1`, "y: -1, it must be 0 to the number of nodes, 5"},
		{`"initiator": 5`, "initiator: 5, it must be 0 to 4"},
		{`"rivals": [5]`, "rivals: "},
		{`"collectTimeoutMs": -1`, "collectTimeoutMs: -1, it must be 1 to"},
		{`"awaitTimeoutMs": -1`, "awaitTimeoutMs: -1, it must be 1 to"},
		{`"takeoverTimeoutMs": -1`, "takeoverTimeoutMs: -1, it must be 1 to"},
	} {
		_, err := Parse(config(c.fields))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.fields, err, c.want)
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want one line", c.fields, err)
		}
	}
}

// config returns a configuration with these fields, and what else it must have.
func config(fields string) []byte {
	for _, field := range []string{`"nodes": 5`, `"helpers": 1`, `"c": 1`, `"f": 1`, `"initiator": 0`} {
		name, _, _ := strings.Cut(field, " ")
		if !strings.Contains(fields, name) {
			fields += ", " + field
		}
	}
	return []byte("{" + fields + "}")
}

// Each machine has its own fields, and the default of each absent field.
func TestMachines(t *testing.T) {
	cfg, err := Parse(config(`"protocol": "hybrid", "rivals": [2], "awaitTimeoutMs": 70, "picks": "spatial",
		"exponent": 3, "positions": [[0, 0], [0, 1], [0, 2], [0, 3], [0, 4]], "returns": true, "newsMost": 4`))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := cfg.Detector(), (detector.Config{
		Nodes: 5, Probers: spec.AllNodes(5), Helpers: 1, Numbers: 1_000_000_000, Returns: true, PeriodMS: 1000,
		Patience: 5, Picks: detector.Spatial, Exponent: 3,
		Positions: []detector.Position{{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}},
		NewsMost:  4, NewsSends: 9,
	}); !reflect.DeepEqual(got, want) {
		t.Errorf("the detector's is %+v, want %+v", got, want)
	}
	is := cfg.Election()
	is.Lists, is.Suspicions = nil, nil
	if want := (election.Config{
		Nodes: 5, Protocol: election.Hybrid, C: 1, F: 1, X: 5, Y: 5, Rivals: spec.Set{2}, Rule: election.Tagged,
		CollectTimeoutMS: 500, AwaitTimeoutMS: 70, TakeoverTimeoutMS: 2000, Detectors: true,
	}); !reflect.DeepEqual(is, want) {
		t.Errorf("the election's is %+v, want %+v", is, want)
	}
}
