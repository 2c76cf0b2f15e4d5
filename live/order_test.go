package live

import (
	"errors"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Two deliveries each of which comes before the sending of the other are refused.
func TestNoOrder(t *testing.T) {
	at := func(id spec.NodeID, step int) *event {
		return &event{Step: Step{Where: Place{id, 1, step}}, copy: &MessageID{From: 1 - id, Life: 1, Number: 1}}
	}
	a, sendsA, b, sendsB := at(0, 1), at(0, 2), at(1, 1), at(1, 2)
	a.source, b.source = sendsB, sendsA
	a.causes, b.causes = []*event{sendsB}, []*event{sendsA}
	sendsA.causes, sendsB.causes = []*event{a}, []*event{b}
	sendsA.copy, sendsB.copy = nil, nil
	m := merging{processes: [][]*event{{a, sendsA}, {b, sendsB}}}
	_, waits := m.order()
	err := m.cycle(waits)
	var refused *Refusal
	if !errors.As(err, &refused) || !strings.Contains(err.Error(), "is delivered before it was sent") {
		t.Error(err)
	}
}
