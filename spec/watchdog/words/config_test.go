package words

import (
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/spec"
	election "github.com/scrutineer-go/scrutineer/spec/bully/words"
)

// A field that is wrong is refused in one line that begins with its name, whichever machine it belongs to.
func TestParse(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"nodes": 1}`, ""},
		{`{"nodes": 1024, "failures": "vanish", "start": "warm"}`, ""},
		{`{"nodes": 0}`, "nodes: 0, it must be 1 to 1024"},
		{`{"nodes": 1025}`, "nodes: 1025, it must be 1 to 1024"},
		{`{"failures": "vanish"}`, "nodes: "},
		{`{"nodes": 3, "failures": "wait"}`, `failures: "wait", it must be "vanish" or "stop"`},
		{`{"nodes": 3, "intervalMs": -1}`, "intervalMs: -1, it must be 1 to"},
		{`{"nodes": 3, "timeoutMs": -1}`, "timeoutMs: -1, it must be 1 to"},
		{`{"nodes": 3, "start": "hot"}`, `start: "hot", it must be "cold" or "warm"`},
		{`{"nodes": 3, "answerMs": -1}`, "answerMs: -1, it must be 1 to"},
		{`{"nodes": 3, "coordinatorMs": -1}`, "coordinatorMs: -1, it must be 1 to"},
		{`{"nodes": 3, "beatMs": 1}`, "beatMs: "},
	} {
		_, err := Parse([]byte(c.text))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want one line", c.text, err)
		}
	}
}

// Each machine has its own fields, and the default of each absent field.
func TestMachines(t *testing.T) {
	cfg, err := Parse([]byte(`{"nodes": 4, "failures": "vanish", "timeoutMs": 7, "answerMs": 9}`))
	if err != nil {
		t.Fatal(err)
	}
	if d := cfg.Detector(); d.Nodes != 4 || d.Failures != spec.MessagesVanish || d.IntervalMS != 100_000 ||
		d.TimeoutMS != 7 {
		t.Errorf("the detector's is %+v", d)
	}
	if e := cfg.Election(); e.Nodes != 4 || e.Failures != spec.MessagesVanish || e.Detector != election.Told ||
		e.Start != election.Cold || e.AnswerMS != 9 || e.CoordinatorMS != 1500 {
		t.Errorf("the election's is %+v", e)
	}
}
