package words

import (
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Ping asks its receiver to answer. Number is that of the sender's probe.
type Ping struct {
	Number int
	News   News
}

// Ack answers a Ping. A helper sends it as well, for a target that has answered the helper.
type Ack struct {
	Number int
	News   News
}

// PingReq asks a helper to ping a target.
type PingReq struct {
	Number int
	Target spec.NodeID
	News   News
}

// IndirectPing is the Ping of a helper, in the probe of Origin.
type IndirectPing struct {
	Number int
	Origin spec.NodeID
	News   News
}

// IndirectAck answers an IndirectPing.
type IndirectAck struct {
	Number int
	Origin spec.NodeID
	News   News
}

// NewsOf returns the news of a message.
func NewsOf(body spec.Body) News {
	switch body := body.(type) {
	case Ping:
		return body.News
	case Ack:
		return body.News
	case PingReq:
		return body.News
	case IndirectPing:
		return body.News
	case IndirectAck:
		return body.News
	case Join:
		return body.News
	case Joined:
		return body.News
	case Left:
		return body.News
	}
	return nil
}

// Record is what a process saves: its incarnation, before it tells others of it.
type Record struct{ Incarnation int }

// The kinds of messages.
const (
	KindPing         = "Ping"
	KindAck          = "Ack"
	KindPingReq      = "PingReq"
	KindIndirectPing = "IndirectPing"
	KindIndirectAck  = "IndirectAck"
)

// Kind returns "Ping".
func (Ping) Kind() string { return KindPing }

// Kind returns "Ack".
func (Ack) Kind() string { return KindAck }

// Kind returns "PingReq".
func (PingReq) Kind() string { return KindPingReq }

// Kind returns "IndirectPing".
func (IndirectPing) Kind() string { return KindIndirectPing }

// Kind returns "IndirectAck".
func (IndirectAck) Kind() string { return KindIndirectAck }

// Kinds are the kinds of all messages.
func Kinds() []string {
	return []string{
		KindPing, KindAck, KindPingReq, KindIndirectPing, KindIndirectAck, KindJoin, KindJoined, KindLeft,
	}
}

func init() { codec.Register(Ping{}, Ack{}, PingReq{}, IndirectPing{}, IndirectAck{}, Record{}) }
