package world

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
)

// kind is all that the network keeps for the messages of one kind.
type kind struct {
	name    string
	deliver string   // the names of its actions, put together once
	key     draw.Key // what draws on its copies begin with
	sent    channels[int32]
	count   Traffic
}

// Traffic is the traffic of one kind of message.
type Traffic struct {
	Kind string `json:"kind"`
	// Unicasts, Multicasts and Broadcasts are the sends; Copies what entered the network.
	Unicasts   int `json:"unicasts"`
	Multicasts int `json:"multicasts"`
	Broadcasts int `json:"broadcasts,omitempty"`
	Copies     int `json:"copies"`
	// Delivered, Dropped, Duplicated and Lost are what became of them. The rest
	// was under way at the end, or addressed to a process that had crashed.
	Delivered  int `json:"delivered"`
	Dropped    int `json:"dropped"`
	Duplicated int `json:"duplicated"`
	Lost       int `json:"lost"`
	// Hops are the links that copies were sent over, Bytes the encoded bodies
	// times the links.
	Hops  int `json:"hops"`
	Bytes int `json:"bytes"`
	// CopyBytes are the encoded bodies without the links: each copy that was sent counts once.
	CopyBytes int `json:"copyBytes"`
}

// WithHeaders returns the traffic with a header of size bytes on each copy that was sent, such as 28 for IP and UDP:
// once in CopyBytes, and once for each link in Bytes. A World counts no headers. Second copies are the network's: no
// count of links or bytes has them.
func (c Traffic) WithHeaders(size int) Traffic {
	c.Bytes += size * c.Hops
	c.CopyBytes += size * (c.Copies - c.Duplicated)
	return c
}

// newKind returns what is kept for a kind at the beginning; seed is that of the run.
func newKind(name string, seed draw.Key) *kind {
	return &kind{name: name, deliver: spec.Deliver(name), key: seed.Named(name), count: Traffic{Kind: name}}
}

// sends counts what an effect sends.
func (k *kind) sends(e *impl.Effect) {
	switch e.Kind {
	case impl.Multicast:
		k.count.Multicasts++
	case impl.Broadcast:
		k.count.Broadcasts++
	default:
		k.count.Unicasts++
	}
}

// next returns how many copies of the kind have gone from one process to the
// other, the present one included.
func (k *kind) next(from, to spec.NodeID) int32 {
	n := k.sent.of(channelOf(from, to))
	*n++
	return *n
}

// crosses counts the links that a copy crosses, and the bytes on them. size is the length of its encoded body.
func (k *kind) crosses(links, size int) {
	k.count.Hops += links
	k.count.Bytes += links * size
	k.count.CopyBytes += size
}

// delivers counts a delivered copy.
func (k *kind) delivers() { k.count.Delivered++ }

// drops counts a dropped copy.
func (k *kind) drops() { k.count.Dropped++ }

// loses counts a copy that its receiver, which is down, has lost.
func (k *kind) loses() { k.count.Lost++ }

// Add adds the counts of another run.
func (c *Traffic) Add(o Traffic) {
	c.Unicasts += o.Unicasts
	c.Multicasts += o.Multicasts
	c.Broadcasts += o.Broadcasts
	c.Copies += o.Copies
	c.Delivered += o.Delivered
	c.Dropped += o.Dropped
	c.Duplicated += o.Duplicated
	c.Lost += o.Lost
	c.Hops += o.Hops
	c.Bytes += o.Bytes
	c.CopyBytes += o.CopyBytes
}
