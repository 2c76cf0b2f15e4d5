package spec_test

import (
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/spec"
)

// A property has what its kind is judged by, and nothing else.
func TestMisstated(t *testing.T) {
	each := func(int, spec.NodeID) error { return nil }
	check := func(int) error { return nil }
	step := func(int, spec.Action, int) error { return nil }
	for _, c := range []struct {
		p    spec.Property[int]
		says string
	}{
		{spec.Property[int]{Name: "P", Check: check}, ""},
		{spec.Property[int]{Name: "P", Kind: spec.Stable, Check: check, GoOnly: true}, ""},
		{spec.Property[int]{Name: "P", Kind: spec.Stepwise, Step: step}, ""},
		{spec.Property[int]{Name: "P", Check: check, WithinBudget: true}, ""},
		{spec.Property[int]{Name: "P", Kind: spec.Stepwise, Step: step, WithinBudget: true}, ""},
		{
			spec.Property[int]{Name: "P", Kind: spec.Stable, Check: check, WithinBudget: true},
			"P is WithinBudget, it must be Always or Stepwise: no run judges others",
		},
		{spec.Property[int]{Name: "P", Check: check, Each: each}, ""},
		{spec.Property[int]{Name: "P", Each: each}, "P has Each, it must be Always and have Check beside it"},
		{
			spec.Property[int]{Name: "P", Kind: spec.Stable, Check: check, Each: each},
			"P has Each, it must be Always and have Check beside it",
		},
		{spec.Property[int]{Check: check}, "has no name"},
		{spec.Property[int]{Name: "P", Kind: spec.Stable + 1, Check: check}, "of kind 6, which there is not"},
		{spec.Property[int]{Name: "P"}, "P is not Stepwise, it must have Check and no Step"},
		{spec.Property[int]{Name: "P", Step: step}, "P is not Stepwise, it must have Check and no Step"},
		{spec.Property[int]{Name: "P", Check: check, Step: step}, "P is not Stepwise, it must have Check and no Step"},
		{spec.Property[int]{Name: "P", Kind: spec.Stepwise}, "P is Stepwise, it must have Step and no Check"},
		{
			spec.Property[int]{Name: "P", Kind: spec.Stepwise, Check: check},
			"P is Stepwise, it must have Step and no Check",
		},
		{
			spec.Property[int]{Name: "P", Kind: spec.Stepwise, Check: check, Step: step},
			"P is Stepwise, it must have Step and no Check",
		},
	} {
		err := c.p.Misstated()
		if (err == nil) != (c.says == "") || err != nil && !strings.HasSuffix(err.Error(), c.says) {
			t.Errorf("%+v: %v, want %q", c.p, err, c.says)
		}
	}
}
