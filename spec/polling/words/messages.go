// Package words has what the statements of polling share: its messages, its timers and its configuration. It has no
// logic of the protocol.
//
// Workers poll a provider in slots, which the reducers of Kotov, "Cluster state coordination reducers based on RSDP"
// (2025), divide among them. Numbers such as b3 name what the paper leaves open.
package words

import (
	"cmp"
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Request asks the provider for its data. Slot is the reading of the sender's clock at which its slot begins.
type Request struct{ Slot time.Duration }

// Data answers a request that is accepted, with the collection interval, counted from 0, of which it is the data.
type Data struct{ Interval int }

// Lookup asks the store whether it has a record of an interval.
type Lookup struct{ Interval int }

// Answer reports whether the store has one.
type Answer struct {
	Interval int
	Found    bool
}

// Insert stores a record of an interval.
type Insert struct{ Interval int }

// The kinds, and the timers: a worker's next slot begins, and a process hears of the next division.
const (
	KindRequest            = "Request"
	KindData               = "Data"
	KindLookup             = "Lookup"
	KindAnswer             = "Answer"
	KindInsert             = "Insert"
	ClockSlot   spec.Timer = "Slot"
	ClockHear   spec.Timer = "Hear"
)

// Kind returns "Request".
func (Request) Kind() string { return KindRequest }

// Kind returns "Data".
func (Data) Kind() string { return KindData }

// Kind returns "Lookup".
func (Lookup) Kind() string { return KindLookup }

// Kind returns "Answer".
func (Answer) Kind() string { return KindAnswer }

// Kind returns "Insert".
func (Insert) Kind() string { return KindInsert }

// Arrival is a request in the provider's window.
type Arrival struct {
	From     spec.NodeID
	Slot     time.Duration // of the Request
	At       time.Duration // what the provider's clock read
	Accepted bool
}

// Arrivals are a set of requests, in ascending order of their fields At, From, Slot and Accepted.
type Arrivals []Arrival

// NewArrivals returns the set of these requests.
func NewArrivals(all ...Arrival) Arrivals {
	s := Arrivals(slices.Clone(all))
	slices.SortFunc(s, func(x, y Arrival) int {
		if c := cmp.Or(
			cmp.Compare(x.At, y.At), cmp.Compare(x.From, y.From), cmp.Compare(x.Slot, y.Slot),
		); c != 0 || x.Accepted == y.Accepted {
			return c
		} else if y.Accepted {
			return -1
		}
		return 1
	})
	return s
}

// IsSet marks it.
func (Arrivals) IsSet() {}

func init() { codec.Register(Request{}, Data{}, Lookup{}, Answer{}, Insert{}) }
