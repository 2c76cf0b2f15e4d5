package lease

import (
	"errors"
	"fmt"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/lease"
	"github.com/scrutineer-go/scrutineer/spec/lease/words"
)

// holders are the processes that take the lease for granted, each by its own clock.
func holders(v scrutineer.View[specification.Local]) (holders spec.Set) {
	for id, p := range v.All() {
		if id != words.Lessor && p.Holds(v.Reading(id)) {
			holders = holders.With(id)
		}
	}
	return holders
}

// exclusive: at no instant two processes take the lease for granted.
func exclusive(v scrutineer.View[specification.Local]) error {
	if held := holders(v); len(held) > 1 {
		return fmt.Errorf("%s take the lease for granted", held)
	}
	return nil
}

// handedOn: a process holds the lease, and another knows that it has had it.
func handedOn(v scrutineer.View[specification.Local]) error {
	held := holders(v)
	for id, p := range v.All() {
		if id != words.Lessor && p.Leased && len(held.Without(id)) > 0 {
			return nil
		}
	}
	return errors.New("nobody has had the lease before somebody else")
}

// judged is what the properties are judged on; they need no ghost.
type judged = verify.Judged[specification.Local, struct{}]

// typeOK: who knows of no lease knows nothing of one, and nobody but the lessor grants it to another.
func typeOK(st judged, at spec.NodeID) error {
	switch p := st.State.State.Nodes[at]; {
	case !p.Leased && p != (specification.Local{}):
		return fmt.Errorf("process %s knows of no lease, and of %+v", at, p)
	case p.Leased && at != words.Lessor && p.To != at:
		return fmt.Errorf("process %s has the lease of %s", at, p.To)
	}
	return nil
}
