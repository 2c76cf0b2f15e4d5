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
		{`{"nodes": 1024, "failures": "stop", "detector": "told", "alarms": true, "start": "warm"}`, ""},
		{`{"nodes": 2, "most": 1000, "interpretations": ["ignores-lower","job-done","no-epochs"]}`, ""},
		{`{"nodes": 2, "answerMs": 1, "coordinatorMs": 1, "beatMs": 86400000, "failMs": 86400000}`, ""},
		{`{"nodes": 0}`, "nodes: 0, it must be 1 to 1024"},
		{`{"nodes": 1025}`, "nodes: 1025, it must be 1 to 1024"},
		{`{"nodes": 2, "failures": "wait"}`, `failures: "wait", it must be`},
		{`{"nodes": 2, "detector": "asked"}`, `detector: "asked", it must be`},
		{`{"nodes": 2, "alarms": true}`, "alarms: there are none"},
		{`{"nodes": 2, "start": "hot"}`, `start: "hot", it must be`},
		{`{"nodes": 2, "most": -1}`, "most: -1, it must be 0 to 1000"},
		{`{"nodes": 2, "most": 1001}`, "most: 1001, it must be 0 to 1000"},
		{`{"nodes": 2, "interpretations": ["none"]}`, `interpretations: ["none"], they must be`},
		{`{"nodes": 2, "interpretations": ["no-epochs","job-done"]}`, "interpretations"},
		{`{"nodes": 2, "answerMs": -1}`, "answerMs: -1, it must be"},
		{`{"nodes": 2, "coordinatorMs": 86400001}`, "coordinatorMs: 86400001, it must be"},
		{`{"nodes": 2, "beatMs": -1}`, "beatMs: -1, it must be"},
		{`{"nodes": 2, "failMs": -1}`, "failMs: -1, it must be"},
		{`{"node": 3}`, "node"},
	} {
		_, err := Parse([]byte(c.text))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
}

// What a configuration rules out, it rules out with the crashes inside of it.
func TestCannot(t *testing.T) {
	cfg, err := Parse([]byte(`{"nodes": 3, "detector": "told", "alarms": true, "start": "cold"}`))
	if err != nil {
		t.Fatal(err)
	}
	beats := spec.NewSet(
		"TickBeat", "DeliverBeat", "TimeoutFail", "PrematureFail", "CrashInTickBeat", "CrashInDeliverBeat",
		"CrashInTimeoutFail", "CrashInPrematureFail", "DropBeat", "DuplicateBeat")
	if !cfg.Cannot().Equal(beats) {
		t.Errorf("%s cannot happen, want %s", cfg.Cannot(), beats)
	}
}
