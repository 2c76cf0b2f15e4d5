package linearizability

import (
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Acquire takes a lock for a holder, and returns [Success]: false where somebody holds it, the
// same holder included. One that waits for the lock is a call that has not returned yet.
type Acquire struct{ By int }

// Release gives the lock back, and returns [Success]: false where it is not By who holds it.
type Release struct{ By int }

// Holder is the state of a lock: who holds it, or Nil.
type Holder int

// Kind returns "Acquire".
func (Acquire) Kind() string { return "Acquire" }

// Kind returns "Release".
func (Release) Kind() string { return "Release" }

func init() { codec.Register(Acquire{}, Release{}, Holder(0)) }

// Lock is a lock that at most one holds at a time, at first nobody. By is a name that the
// operations give, mostly the client's number: the model knows no clients.
func Lock() Model {
	return Of("Lock", Holder(Nil), func(holder Holder, in spec.Body) (Holder, any) {
		switch in := in.(type) {
		case Acquire:
			if holder != Nil {
				return holder, Success{false}
			}
			return Holder(in.By), Success{true}
		case Release:
			if int(holder) != in.By {
				return holder, Success{false}
			}
			return Nil, Success{true}
		}
		panic(refusal("Lock", in))
	})
}
