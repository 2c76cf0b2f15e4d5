package campaign_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
)

// pair is a configuration whose B is as large as A where it is absent.
type pair struct {
	A int `json:"a"`
	B int `json:"b,omitempty"`
}

func parsePair(text []byte) (pair, error) {
	var p pair
	if err := json.Unmarshal(text, &p); err != nil {
		return p, err
	}
	if p.B == 0 {
		p.B = p.A
	}
	if p.A < 1 {
		return p, errors.New("a must be positive")
	}
	return p, nil
}

// What is given last stands before what was given first, and that before what was drawn.
func TestMerged(t *testing.T) {
	first := map[string]json.RawMessage{"b": json.RawMessage("3"), "c": json.RawMessage("4")}
	last := map[string]json.RawMessage{"c": json.RawMessage(`"x"`)}
	if got := campaign.Merged(pair{A: 1, B: 2}, first, last); string(got) != `{"a":1,"b":3,"c":"x"}` {
		t.Errorf("merged %s", got)
	}
}

// A change that is refused is left out, and so is one that parse makes nothing new of.
func TestShrunken(t *testing.T) {
	changes := []func(*pair){
		func(p *pair) { p.A -= 2 },
		func(p *pair) { p.B = 2 },
		func(p *pair) { p.A-- },
		func(p *pair) { p.B = 1 },
		func(p *pair) { p.A, p.B = 3, 3 },
	}
	short := func(p *pair) { // as it may be absent
		if p.B == p.A {
			p.B = 0
		}
	}
	got := campaign.Shrunken(json.RawMessage(`{"a":2}`), parsePair, changes, short)
	if campaign.Text(got) != `[{"a":1,"b":2},{"a":2,"b":1},{"a":3}]` {
		t.Errorf("simplified %s", campaign.Text(got))
	}
}
