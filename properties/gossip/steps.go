package gossip

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/gossip"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// ofSteps judges what a step does to the process at which it happens, if that is up and has booted before and
// after it. No other changes.
func ofSteps(
	check func(i spec.NodeID, was specification.Local, a spec.Action, is specification.Local) error,
) func(State, spec.Action, State) error {
	return func(before State, a spec.Action, after State) error {
		b, c, i := before.State.State, after.State.State, a.At
		if !b.Alive.Has(i) || b.Unbooted.Has(i) || !c.Alive.Has(i) {
			return nil
		}
		if err := check(i, b.Nodes[i], a, c.Nodes[i]); err != nil {
			return fmt.Errorf("after %s %w", a, err)
		}
		return nil
	}
}

// versionsGrow: nobody goes back to an older version.
func versionsGrow(cfg words.Config) func(State, spec.Action, State) error {
	return ofSteps(func(i spec.NodeID, was specification.Local, _ spec.Action, is specification.Local) error {
		for j := range was.Records {
			fell := is.Records[j].Version < was.Records[j].Version && !cfg.Interprets(words.NoFloor)
			if fell || is.Seen[j].Version < was.Seen[j].Version {
				return fmt.Errorf("%s knows version %d of %d and has seen %d, after %d and %d",
					i, is.Records[j].Version, j, is.Seen[j].Version, was.Records[j].Version, was.Seen[j].Version)
			}
		}
		return nil
	})
}

// epochGrows: nobody forgets an epoch, and who begins to act does so under a new one.
var epochGrows = ofSteps(func(i spec.NodeID, was specification.Local, _ spec.Action, is specification.Local) error {
	if is.Epoch < was.Epoch || is.Reign != 0 && is.Reign != was.Reign && is.Reign <= was.Epoch {
		return fmt.Errorf("%s has epoch %d and reigns under %d, after epoch %d", i, is.Epoch, is.Reign, was.Epoch)
	}
	return nil
})

// resurrectedByNews: who is not suspected any more has been heard of, by a newer version, its beat or
// claim, or is trusted.
var resurrectedByNews = ofSteps(
	func(i spec.NodeID, was specification.Local, a spec.Action, is specification.Local) error {
		for _, j := range was.Suspected.Minus(is.Suspected) {
			news := is.Records[j].Version > was.Records[j].Version
			switch a.Name {
			case spec.Deliver(words.KindBeat), spec.Deliver(words.KindClaim):
				news = news || a.Msg.From == j
			case words.KindTrust:
				news = news || a.Msg.Body.(words.Trust).Whom == j
			}
			if a.At != i || !news {
				return fmt.Errorf("%s does not suspect %s any more, and there is no news", i, j)
			}
		}
		return nil
	})
