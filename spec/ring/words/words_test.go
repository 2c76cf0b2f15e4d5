package words

import (
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/spec"
)

// The least and the greatest that a configuration may hold is accepted, what lies beside it refused by its name.
func TestParse(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"nodes": 1}`, ""},
		{`{"nodes": 1024, "detector": "told", "alarms": true, "direction": "down", "initiators": [1023]}`, ""},
		{`{"nodes": 2, "most": 1000, "interpretations": ["follows-lower","no-rounds"]}`, ""},
		{`{"nodes": 2, "probeMs": 1, "failMs": 86400000, "retryMs": 86400000}`, ""},
		{`{"nodes": 0}`, "nodes: 0, it must be 1 to 1024"},
		{`{"nodes": 1025}`, "nodes: 1025, it must be 1 to 1024"},
		{`{"nodes": 2, "direction": "left"}`, `direction: "left", it must be`},
		{`{"nodes": 2, "initiators": []}`, "initiators: {}, it must hold some of 0 to 1"},
		{`{"nodes": 2, "initiators": [2]}`, "initiators: {2}, it must hold some of 0 to 1"},
		{`{"nodes": 2, "detector": "asked"}`, `detector: "asked", it must be`},
		{`{"nodes": 2, "alarms": true}`, "alarms: there are none"},
		{`{"nodes": 2, "most": -1}`, "most: -1, it must be 0 to 1000"},
		{`{"nodes": 2, "most": 1001}`, "most: 1001, it must be 0 to 1000"},
		{`{"nodes": 2, "interpretations": ["none"]}`, `interpretations: ["none"], they must be`},
		{`{"nodes": 2, "probeMs": -1}`, "probeMs: -1, it must be"},
		{`{"nodes": 2, "failMs": 86400001}`, "failMs: 86400001, it must be"},
		{`{"nodes": 2, "retryMs": -1}`, "retryMs: -1, it must be"},
		{`{"node": 3}`, "node"},
	} {
		_, err := Parse([]byte(c.text))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
}

// Where nothing is said all begin; a configuration rules out what its detector never does.
func TestCannot(t *testing.T) {
	cfg, err := Parse([]byte(`{"nodes": 3, "detector": "told"}`))
	if err != nil || !cfg.Initiators.Equal(spec.AllNodes(3)) {
		t.Fatal(cfg, err)
	}
	none := cfg.Cannot()
	for _, name := range []string{"TickProbe", "DeliverBeat", "CrashInDeliverProbe", "DropProbe", "Alarm", "Found"} {
		if !none.Has(name) {
			t.Errorf("%s can happen", name)
		}
	}
	if none.Has("Suspect") || none.Has("DeliverToken") {
		t.Errorf("%s cannot happen", none)
	}
}
