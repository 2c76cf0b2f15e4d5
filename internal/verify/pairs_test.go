package verify_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Each two of those who are up are judged once, the first of them first, until something is wrong.
func TestEachTwo(t *testing.T) {
	var st verify.Judged[string, struct{}]
	st.State.State = spec.State[string]{
		Nodes: []string{"a", "down", "b", "not asked", "c"}, Alive: spec.NewSet[spec.NodeID](0, 2, 3, 4),
	}
	all := verify.Living(st, func(p verify.Process[string]) bool { return p.ID != 3 })
	var asked []string
	check := func(a, b verify.Process[string]) error {
		asked = append(asked, fmt.Sprintf("%s%s %s%s", a.ID, a.Local, b.ID, b.Local))
		if b.Local == "c" {
			return fmt.Errorf("%s and %s", a.Local, b.Local)
		}
		return nil
	}
	if err := verify.EachTwo(all, check); err == nil || err.Error() != "a and c" ||
		!slices.Equal(asked, []string{"0a 2b", "0a 4c"}) {
		t.Errorf("asked of %q: %v", asked, err)
	}
	if err := verify.EachTwo(all[:2], check); err != nil {
		t.Error(err)
	}
}
