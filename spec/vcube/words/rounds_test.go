package words

import (
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/spec"
)

func TestRoundsConfig(t *testing.T) {
	cfg, err := ParseRounds([]byte(`{"members": 3, "grain": "test", "fails": 1, "suspicions": 1}`))
	if err != nil || cfg.Threshold != 3 || len(cfg.Incarnations) != 3 || !cfg.MayFail.Equal(spec.AllNodes(3)) {
		t.Errorf("absent fields are %+v, %v", cfg, err)
	}
	want := spec.NewSet(KindFlap, KindReturn, KindRound)
	if !cfg.Cannot().Equal(want) {
		t.Errorf("%s cannot happen, want %s", cfg.Cannot(), want)
	}
	for _, c := range []struct{ text, says string }{
		{`{"members": 0, "grain": "round"}`, "members: 0, it must be 1 to 16"},
		{`{"members": 17, "grain": "round"}`, "members: 17, it must be 1 to 16"},
		{`{"members": 2, "grain": "step"}`, `grain: "step", it must be "round", "process" or "test"`},
		{`{"members": 2, "grain": "round", "barrier": true}`, "barrier: "},
		{`{"members": 2, "grain": "round", "mayFail": [2]}`, "mayFail: {2}, it must hold some of 0 to 1"},
		{`{"members": 2, "grain": "round", "flapping": [2], "cap": 1}`, "flapping: {2}, it must hold some of 0 to 1"},
		{`{"members": 2, "grain": "round", "fails": -1}`, "fails: -1, it must be 0 to 1000"},
		{`{"members": 2, "grain": "round", "cap": 1}`, "cap: 1, and nobody is flapping"},
		{`{"members": 2, "grain": "round", "flapping": [0], "threshold": -1}`, "cap: 0, it must be 1 to"},
		{`{"members": 2, "grain": "round", "flapping": [0], "cap": 1}`, "threshold: 3, it must be negative"},
		{
			`{"members": 2, "grain": "round", "flapping": [0], "cap": 1, "threshold": -1, "incarnations": [2, 0]}`,
			"incarnations: 2 is that of 0, which is flapping, it must be at most 1",
		},
		{`{"members": 2, "grain": "round", "interpretations": ["fixed-timeout"]}`, `interpretations: "fixed-timeout"`},
		{`{"members": 2, "grain": "round", "incarnations": [1]}`, "incarnations: 1 of them"},
		{`{"members": 2, "grain": "round", "crashes": 1}`, "crashes"},
	} {
		if _, err := ParseRounds([]byte(c.text)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", c.text, err, c.says)
		}
	}
}
