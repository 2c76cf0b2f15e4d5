package faults

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// MessageRef names one copy of a message.
type MessageRef struct {
	// Kind, From and To say which messages are meant, Nth (from 1) which of them
	// on that way.
	Kind string      `json:"kind" input:"required"`
	From spec.NodeID `json:"from" input:"required"`
	To   spec.NodeID `json:"to" input:"required"`
	Nth  int         `json:"nth" input:"required"`
	// Again, where given, means not that copy but the one that was made (from 1) of it,
	// or of one that was made of it. Losses and duplicates may name such a copy.
	Again int `json:"again,omitempty"`
}

// RefOf names the nth copy of its kind on the way of a message.
func RefOf(m *spec.Message, nth int) MessageRef {
	return MessageRef{Kind: m.Body.Kind(), From: m.From, To: m.To, Nth: nth}
}

func (l limits) copy(r MessageRef) error {
	if r.Again != 0 {
		return input.Errorf("again", "%d, but only a loss or a duplicate can name a copy of a copy", r.Again)
	}
	if r.Kind == "" {
		return input.Errorf("kind", "is empty, name the kind of message")
	}
	if err := l.nth("nth", r.Nth); err != nil {
		return err
	}
	if err := l.node("from", r.From); err != nil {
		return err
	}
	return l.node("to", r.To)
}

// firstBetween returns the first copies of every kind between the same two processes,
// in either direction: the copy's own first.
func (r MessageRef) firstBetween(messages []string) []MessageRef {
	r.Nth = 1
	list := []MessageRef{r}
	for _, kind := range messages {
		list = append(list,
			MessageRef{Kind: kind, From: r.From, To: r.To, Nth: 1},
			MessageRef{Kind: kind, From: r.To, To: r.From, Nth: 1})
	}
	return list
}

// StepRef names one step of a run: the Nth (from 1) with that name at that
// process and, where From is given, on a message from there.
type StepRef struct {
	Action string       `json:"action" input:"required"`
	Node   spec.NodeID  `json:"node" input:"required"`
	From   *spec.NodeID `json:"from,omitempty"`
	Nth    int          `json:"nth" input:"required"`
}

func (l limits) step(r StepRef) error {
	if r.Action == "" {
		return input.Errorf("action", "is empty, name the step's action")
	}
	if err := l.nth("nth", r.Nth); err != nil {
		return err
	}
	if r.From != nil {
		if err := l.node("from", *r.From); err != nil {
			return err
		}
	}
	return l.node("node", r.Node)
}

// earlier returns the copy of the given number of rounds before; false if there is none.
func (r MessageRef) earlier(rounds int) (MessageRef, bool) {
	r.Nth -= rounds
	return r, r.Nth >= 1
}

// earlier returns the step of the given number of rounds before; false if there is none.
func (r StepRef) earlier(rounds int) (StepRef, bool) {
	r.Nth -= rounds
	return r, r.Nth >= 1
}

// Words says which copy is meant, such as "the 2nd Leader from 0 to 2".
func (r MessageRef) Words() string {
	text := fmt.Sprintf("the %s %s from %s to %s", nthText(r.Nth), r.Kind, r.From, r.To)
	if r.Again > 0 {
		return fmt.Sprintf("the %s copy made of %s", nthText(r.Again), text)
	}
	return text
}

// Words says which step is meant, such as "the 1st DeliverAsk from 0 at 2".
func (r StepRef) Words() string {
	from := ""
	if r.From != nil {
		from = " from " + r.From.String()
	}
	return fmt.Sprintf("the %s %s%s at %s", nthText(r.Nth), r.Action, from, r.Node)
}
