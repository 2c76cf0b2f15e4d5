package rsdptest

import (
	"fmt"
	"slices"
	"testing"

	implementation "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/properties/rsdp"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// renamed is a reducer of the house as if it were a user's.
type renamed struct {
	implementation.Reducer
	name string
}

func (r renamed) Name() string { return r.name }

// house is the reducer of the house with that name, in both columns, under another; the paper is read
// in the ways that are named.
func house(name, as string, interpretations ...words.Interpretation) rsdp.Custom {
	cfg := words.Config{Nodes: 1, Interpretations: spec.NewSet(interpretations...)}.WithDefaults()
	own := specification.House(name, cfg)
	own.Name, own.Settled = as, nil
	return rsdp.Custom{Reducer: renamed{implementation.House(name, cfg), as}, Specification: &own}
}

// The reducers of the house overwrite what is held. A vote counts what it is told twice, and the
// aggregate of aggregates is another vote. The latest depends on the order.
func TestHouse(t *testing.T) {
	for name, without := range map[string][]Law{
		words.Latest:  {KeepsHeld, ShareOrder, ShareRepeats},
		words.Popular: {KeepsHeld, ShareRepeats, Grouping},
		words.Ranked:  {KeepsHeld, ShareRepeats, Grouping},
		words.Members: {KeepsHeld},
	} {
		t.Run(name, func(t *testing.T) {
			c := house(name, "users-"+name)
			t.Run("Laws", func(t *testing.T) { Obeys(t, c, Without(without...)) })
			if name != words.Latest { // the specification keeps the order for the reducer of that name alone
				t.Run("Equal", func(t *testing.T) { Equal(t, c) })
			}
		})
	}
}

// A union of members forgets nothing: in any order, by any groups, and again it comes to the same.
func TestUnion(t *testing.T) {
	for _, name := range []string{words.Latest, words.Popular, words.Ranked, words.Members} {
		t.Run(name, func(t *testing.T) { Obeys(t, house(name, "united-"+name, words.Union)) })
	}
}

// In every way in which the paper is read both columns say the same of what they are asked.
func TestInterpretations(t *testing.T) {
	others := slices.DeleteFunc(Laws(), func(l Law) bool { return l == Specified })
	for _, name := range []string{words.Latest, words.Popular, words.Ranked, words.Members} {
		for _, read := range [][]words.Interpretation{
			{words.Arrays},
			{words.CloseLast},
			{words.LeaderOutside},
			{words.TieArrival},
			{words.TieLexicographic},
			{words.Union},
			{words.Arrays, words.LeaderOutside, words.Union},
			words.AsPrinted(),
		} {
			t.Run(name+"/"+fmt.Sprint(read), func(t *testing.T) {
				Obeys(t, house(name, "read-"+name, read...), Without(others...))
			})
		}
	}
}
