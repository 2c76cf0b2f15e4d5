package verify

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/spec"
)

// What has become of a process: its state by its own fields, then its timers and its disk. Of one
// that is down the disk alone counts.
func TestBecame(t *testing.T) {
	type memory struct{ Leader spec.NodeID }
	was := place{State: &memory{spec.None}, Timers: spec.SetOf[spec.Timer]{"A"}}
	is := place{State: &memory{2}, Disk: memory{1}}
	want := []string{"Leader: none → 2", "Timers: {A} → {}", "Disk: none → {Leader 1}"}
	if d := cmp.Diff(want, was.became(is, true)); d != "" {
		t.Errorf("up (-want +got):\n%s", d)
	}
	if d := cmp.Diff(want[2:], was.became(is, false)); d != "" {
		t.Errorf("down (-want +got):\n%s", d)
	}
}
