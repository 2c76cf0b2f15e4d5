package campaign

import (
	"encoding/json"
	"maps"

	"github.com/scrutineer-go/scrutineer/internal/draw"
)

// Chooser makes the choices of which a plan is drawn. 0 should be the simplest
// one. A campaign takes keyed ones; rapid and fuzzing have their own.
type Chooser interface {
	// Choose returns a number from 0 to n-1. what says for what.
	Choose(what string, n int) int
}

// Keyed returns the chooser of a campaign's run.
func Keyed(seed, run uint64) Chooser { return &keyed{draw.New(seed).With(run), 0} }

type keyed struct {
	key draw.Key
	n   uint64
}

// Choose draws by what is chosen and by how many choices there were before.
func (k *keyed) Choose(what string, n int) int {
	k.n++
	return int(k.key.With(k.n).Named(what).Below(uint64(n)))
}

// Bytes returns the chooser that takes its choices from a fuzzer's bytes; when they
// have run out it chooses 0.
func Bytes(data []byte) Chooser { return &fuzzed{data} }

type fuzzed struct{ rest []byte }

// Choose takes two bytes, or one where that is enough.
func (b *fuzzed) Choose(_ string, n int) int {
	x := uint64(0) // of the same size on every platform
	for size := uint64(1); size < uint64(n) && len(b.rest) > 0; size <<= 8 {
		x = x<<8 | uint64(b.rest[0])
		b.rest = b.rest[1:]
	}
	return int(x % uint64(n))
}

// Given returns a field of a configuration that is fixed, else what is drawn. A fixed
// field that does not fit its type is left to Open, which says so.
func Given[T any](fixed map[string]json.RawMessage, name string, draw func() T) T {
	var value T
	if text, ok := fixed[name]; ok && json.Unmarshal(text, &value) == nil {
		return value
	}
	return draw()
}

// OneOf chooses one of the values for a field of a configuration that is not fixed, and puts the field into what is
// drawn.
func OneOf[T any](
	c Chooser, fixed map[string]json.RawMessage, drawn map[string]any, field string, values ...T,
) T {
	value := Given(fixed, field, func() T { return values[c.Choose(field, len(values))] })
	drawn[field] = value
	return value
}

// Merged writes a configuration: what was drawn, a struct or a map, and in place of its fields
// those that are given besides, the last ones before all others.
func Merged(drawn any, given ...map[string]json.RawMessage) json.RawMessage {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(JSON(drawn), &fields); err != nil {
		panic(err) // what we draw has fields
	}
	for _, more := range given {
		maps.Copy(fields, more)
	}
	return JSON(fields)
}

// Shrunken returns a configuration after each change, and what adapt does after it, if parse
// accepts that and it makes another one of it. What parse fills in may be left out.
func Shrunken[C any](
	config json.RawMessage, parse func([]byte) (C, error), changes []func(*C), adapt func(*C),
) []json.RawMessage {
	var all []json.RawMessage
	for _, change := range changes {
		cfg, err := parse(config) // anew each time: a change may write to what it is given
		if err != nil {
			return nil
		}
		before := Text(cfg)
		change(&cfg)
		adapt(&cfg)
		text := JSON(cfg)
		if after, err := parse(text); err == nil && Text(after) != before {
			all = append(all, text)
		}
	}
	return all
}
