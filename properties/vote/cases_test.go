package vote

import (
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vote/words"
	"github.com/scrutineer-go/scrutineer/tla"
	"github.com/scrutineer-go/scrutineer/tla/tlc"
)

func TestCases(t *testing.T) { protocoltest.Cases(t, Protocol()) }

// TestEveryActionHappens demands that no action is left out of all graphs. Which
// actions happen in a graph, TestCases holds against the budget and the field
// never of its case.
func TestEveryActionHappens(t *testing.T) {
	table, err := tlc.ReadTable(tla.Modules, "vote/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	silent := words.Actions()
	for _, c := range table.Cases {
		if c.Kind != tlc.KindGraph {
			continue
		}
		subject, err := Protocol().Open(c)
		if err != nil {
			t.Fatal(err)
		}
		absent := spec.NewSet(c.Never...).Union(subject.Forbidden())
		happens := words.Actions().Minus(absent)
		silent = silent.Minus(happens)
	}
	if len(silent) > 0 {
		t.Errorf("no graph has a step %s: its handler is compared with nothing", strings.Join(silent, ", "))
	}
}
