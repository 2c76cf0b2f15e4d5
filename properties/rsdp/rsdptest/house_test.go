package rsdptest

import (
	"testing"

	implementation "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/properties/rsdp"
	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// renamed is a reducer of the house as if it were a user's.
type renamed struct {
	implementation.Reducer
	name string
}

func (r renamed) Name() string { return r.name }

// house is the reducer of the house with that name, in both columns, under another.
func house(name, as string) rsdp.Custom {
	cfg := words.Config{Nodes: 1}.WithDefaults()
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
