package paper

import "testing"

// In regular operation Fast Bully's master tells all others each T_hb, and nothing else is sent: what is counted of
// a second is just that. Where all of Gossip beat each tells all others.
func TestRegularly(t *testing.T) {
	list := contenders()
	for _, nodes := range []int{2, 5, 20, 50} {
		for _, c := range list[3:] {
			v, err := c.regular(t.Context(), nodes)
			if want := (nodes - 1) * 1000 / c.scene(nodes, "warm").bully.BeatMS; err != nil || v.copies != want {
				t.Errorf("%s, %d nodes: %d messages a second, it must be %d: %v", c.name, nodes, v.copies, want, err)
			}
		}
	}
	quiet := contender{technique: list[0].technique, versions: 1}
	if v, err := quiet.regular(t.Context(), 5); err != nil || v.copies != 5*4*2 {
		t.Errorf("without new records %d messages a second: %v", v.copies, err)
	}
}

// In a recovery nothing is counted that was sent before the crash, or after all follow another: Fast Bully's
// substitute tells all others, the dead one too, and no more.
func TestRecoveryIsCountedFromTheCrash(t *testing.T) {
	v, took, extra, err := contenders()[3].phase(t.Context(), 10, "warm", 0)
	if err != nil || extra != 9 || v.copies != 9 || took < second {
		t.Errorf("%d messages, of which %d for it, in %s: %v", v.copies, extra, took, err)
	}
}
