package world

import (
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// parcel is a copy in the network.
type parcel struct {
	msg      spec.Message
	kind     *kind
	body     []byte // the encoded body
	slot     int32  // where it stands in its receiver's box
	number   int    // of the copy
	original int    // the number of the copy that it was made of, its own if of none
	nth      int32  // of its kind on its way, or that of the copy that it was made of
	crashes  uint32 // of the receiver, before it was sent
	stage    stage
}

// stage is where a parcel is.
type stage uint8

const (
	free      stage = iota
	scheduled       // an arrival is in the queue
	held            // a pin keeps it
	parked          // it waits for its receiver to come up or to have its first event, or for older copies
	arrived         // its arrival was taken out of the queue
	gone            // it left the network, and its arrival is still in the queue
)

// encode encodes the body of the parcel's message.
func (p *parcel) encode() { p.body = codec.Append(p.body[:0], p.msg.Body) }

// repeat copies the encoded body of another parcel.
func (p *parcel) repeat(of *parcel) { p.body = append(p.body[:0], of.body...) }

// land notes that the parcel's arrival was taken out of the queue.
func (p *parcel) land() { p.stage = arrived }

// detain keeps a parcel, which has no arrival yet, until net.letGo lets it go.
func (p *parcel) detain() { p.stage = held }

// parcels keeps the parcels in places that are used again. Long bodies are kept apart: where a place
// had a short message and then the long reply to it, each would come to have a long one.
type parcels struct {
	list  []parcel
	empty []int32
	spare [][]byte
}

// long is what a body is kept apart from.
const long = 256

// put takes a place for a new parcel.
func (p *parcels) put() int32 {
	if len(p.empty) == 0 {
		p.list = append(p.list, parcel{})
		p.empty = append(p.empty, int32(len(p.list)-1))
	}
	last := len(p.empty) - 1
	place := p.empty[last]
	p.empty = p.empty[:last]
	if n := len(p.spare); n > 0 {
		p.list[place].body = p.spare[n-1]
		p.spare = p.spare[:n-1]
	}
	return place
}

// release gives the place of a parcel back.
func (p *parcels) release(place int32) {
	at := &p.list[place]
	at.stage, at.msg.Body = free, nil
	if cap(at.body) > long {
		p.spare = append(p.spare, at.body)
		at.body = nil
	}
	p.empty = append(p.empty, place)
}
