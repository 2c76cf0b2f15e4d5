package coordination

import (
	"testing"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/properties/rsdp"
	"github.com/scrutineer-go/scrutineer/properties/rsdp/rsdptest"
)

// The engine replaces what a replica holds, and only the newest limit is merged with it. A vote counts what it is told
// twice, and the vote of votes is another vote.
func TestReducers(t *testing.T) {
	for _, c := range []struct {
		rsdp.Custom
		without []rsdptest.Law
	}{
		{Directory(Usual()), []rsdptest.Law{rsdptest.KeepsHeld}},
		{Timeframes(Usual()), []rsdptest.Law{rsdptest.KeepsHeld}},
		{Newest(Usual()), nil},
		{Voted(Usual()), []rsdptest.Law{
			rsdptest.KeepsHeld, rsdptest.ShareRepeats, rsdptest.StatusRepeats, rsdptest.Grouping,
		}},
	} {
		t.Run(c.Reducer.Name(), func(t *testing.T) {
			t.Run("Laws", func(t *testing.T) { rsdptest.Obeys(t, c.Custom, rsdptest.Without(c.without...)) })
			t.Run("Equal", func(t *testing.T) { rsdptest.Equal(t, c.Custom) })
		})
	}
}

// All reducers run side by side in drawn worlds, and each step is compared with the specification.
func TestRuns(t *testing.T) {
	scrutineer.Check(t, rsdp.With(Directory(Usual()), Timeframes(Usual()), Newest(Usual()), Voted(Usual())))
}

// Each change in testdata/planted fails the test that its row names. A number such as B12 is that of a mutant of the
// facts sheet.
func TestRows(t *testing.T) { protocoltest.FailTests(t) }
