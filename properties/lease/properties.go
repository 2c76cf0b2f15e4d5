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

// holders returns the processes that hold the lease, each by its own clock.
func holders(v scrutineer.View[specification.Local]) (holders spec.Set) {
	for id, p := range v.All() {
		if id != words.Lessor && p.Holds(v.Reading(id)) {
			holders = holders.With(id)
		}
	}
	return holders
}

// exclusive: no two processes hold the lease at the same time.
func exclusive(v scrutineer.View[specification.Local]) error {
	if held := holders(v); len(held) > 1 {
		return fmt.Errorf("%s hold the lease", held)
	}
	return nil
}

// handedOn: a process holds the lease, and another one remembers an earlier lease of its own.
func handedOn(v scrutineer.View[specification.Local]) error {
	held := holders(v)
	for id, p := range v.All() {
		if id != words.Lessor && p.Leased && len(held.Without(id)) > 0 {
			return nil
		}
	}
	return errors.New("no process has had the lease after another")
}

// judged is what the properties are judged on; they need no ghost.
type judged = verify.Judged[specification.Local, struct{}]

// typeOK: a process without a lease remembers none, and only the lessor has the lease of another process.
func typeOK(st judged, at spec.NodeID) error {
	switch p := st.State.State.Nodes[at]; {
	case !p.Leased && p != (specification.Local{}):
		return fmt.Errorf("process %s has no lease, and remembers %+v", at, p)
	case p.Leased && at != words.Lessor && p.To != at:
		return fmt.Errorf("process %s has the lease of %s", at, p.To)
	}
	return nil
}
