package words

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Who is told of failures neither beats nor waits for beats, and who beats is not told.
func TestCannot(t *testing.T) {
	beating := spec.NewSet(spec.Timeout(TimerBeat), spec.Timeout(TimerWait), spec.Premature(TimerWait),
		spec.CrashIn(spec.Timeout(TimerWait)), spec.Deliver(KindBeat), spec.Drop(KindBeat), spec.Duplicate(KindBeat))
	telling := spec.NewSet(KindSuspect, KindAlarm, spec.CrashIn(KindSuspect), spec.CrashIn(KindAlarm))
	for _, c := range []struct {
		text        string
		cannot, can spec.SetOf[string]
	}{
		{`{"nodes": 3, "detector": "told"}`, beating, telling},
		{`{"nodes": 3, "detector": "beats"}`, telling, beating},
	} {
		cfg, err := Parse([]byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		all := cfg.Cannot()
		if lacks := c.cannot.Minus(all); len(lacks) > 0 {
			t.Errorf("%s: %s cannot happen", c.text, lacks)
		}
		if wrong := c.can.Minus(all); !wrong.Equal(c.can) {
			t.Errorf("%s: of %s only %s can happen", c.text, c.can, wrong)
		}
	}
}
