package live

import "github.com/scrutineer-go/scrutineer/spec"

// Envelope is the message in a packet. A transport needs envelopes if it connects processes to a system outside of the
// cluster, such as a database: it opens the messages to that system, and seals the system's answers.
type Envelope struct {
	Copy MessageID
	// Sent is when the message was sent, in nanoseconds since 1970.
	Sent int64
	Body spec.Body
}

// Open returns the message in a packet to a member of a group of processes, whose number is nodes. It reports false for
// a greeting, a broadcast, and what is no packet.
func Open(data []byte, group uint64, nodes int) (Envelope, bool) {
	p, err := decode(data, group, nodes)
	return Envelope{p.copy, p.sent, p.body}, err == nil && p.copy.Number > 0 && !p.forAll
}

// Seal returns the packet of the message.
func (e Envelope) Seal(group uint64) []byte {
	p := packet{copy: e.Copy, sent: e.Sent, body: e.Body}
	return p.encode(group)
}
