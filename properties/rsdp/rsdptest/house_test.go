package rsdptest_test

import (
	"testing"

	implementation "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/properties/rsdp"
	"github.com/scrutineer-go/scrutineer/properties/rsdp/rsdptest"
	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// renamed is a reducer of the house as if it were a user's.
type renamed struct {
	implementation.Reducer
	name string
}

func (r renamed) Name() string { return r.name }

// house is the reducer of the house with that name, in both columns.
func house(name string) rsdp.Custom {
	cfg := words.Config{Nodes: 1}.WithDefaults()
	stated := specification.House(name, cfg)
	stated.Name, stated.Settled = "users-"+name, nil
	return rsdp.Custom{
		Reducer: renamed{implementation.House(name, cfg), stated.Name}, Specification: &stated,
	}
}

// The reducers of the house overwrite what is held. A vote counts what it is told twice, and the
// aggregate of aggregates is another vote. The latest depends on the order.
func TestHouse(t *testing.T) {
	for name, without := range map[string][]rsdptest.Law{
		words.Latest:  {rsdptest.KeepsHeld, rsdptest.ShareOrder, rsdptest.ShareRepeats},
		words.Popular: {rsdptest.KeepsHeld, rsdptest.ShareRepeats, rsdptest.Grouping},
		words.Ranked:  {rsdptest.KeepsHeld, rsdptest.ShareRepeats, rsdptest.Grouping},
		words.Members: {rsdptest.KeepsHeld},
	} {
		t.Run(name, func(t *testing.T) {
			t.Run("Laws", func(t *testing.T) { rsdptest.Obeys(t, house(name), rsdptest.Without(without...)) })
			if name != words.Latest { // the specification keeps the order for the reducer of that name alone
				t.Run("Equal", func(t *testing.T) { rsdptest.Equal(t, house(name)) })
			}
		})
	}
}
