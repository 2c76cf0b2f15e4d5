package live

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// MessageID names one copy of a message by its sender, the sender's life, and the copy's number in that life, from 1.
type MessageID struct {
	From   spec.NodeID `json:"from"`
	Life   int         `json:"life"`
	Number int         `json:"number"`
	// Again is 1 for the second of two copies that an injected fault has made of one.
	Again int `json:"again,omitempty"`
}

// String returns the name as in "copy 17 of process 2's life 1".
func (c MessageID) String() string {
	text := fmt.Sprintf("copy %d of process %s's life %d", c.Number, c.From, c.Life)
	if c.Again > 0 {
		return "the second of " + text
	}
	return text
}

// packet is a copy as it travels. One with the number 0 is a greeting.
type packet struct {
	copy MessageID
	// sent is when the step that has sent it began, in nanoseconds since 1970.
	sent int64
	// start, of a greeting, is when the sender's first life started, in nanoseconds since 1970.
	start int64
	// topic is that of a broadcast, "" for another message.
	topic string
	// forAll reports whether the packet is a broadcast to all processes. Its number is the number of the copy to
	// process 0; the copies to the others have the next numbers.
	forAll bool
	body   spec.Body
}

// The head of a packet: the magic, the group, the sender, its life, the copy's number and whether it is a second one,
// when it was sent, and the length of the topic, which follows.
const (
	magic      = "scrut\x00\x03\n"
	headLength = len(magic) + 8 + 4 + 4 + 8 + 1 + 8 + 2
)

// toAll, in place of whether a packet is the second one, is for a broadcast.
const toAll = 2

// The reasons to drop a packet.
var (
	errNoise    = errors.New("no packet of a process")
	errStranger = errors.New("a packet of a process of another program or configuration")
)

// errClosed is why a process without a transport ends.
var errClosed = errors.New("the transport is closed")

// The two greetings. They are in the field sent.
const (
	areYouThere = 1
	iAmThere    = 2
)

// encode returns the bytes of a packet to members of a group.
func (p *packet) encode(group uint64) []byte {
	data := make([]byte, 0, 256)
	data = append(data, magic...)
	data = binary.BigEndian.AppendUint64(data, group)
	data = binary.BigEndian.AppendUint32(data, uint32(p.copy.From))
	data = binary.BigEndian.AppendUint32(data, uint32(p.copy.Life))
	data = binary.BigEndian.AppendUint64(data, uint64(p.copy.Number))
	again := byte(p.copy.Again)
	if p.forAll {
		again = toAll
	}
	data = append(data, again)
	data = binary.BigEndian.AppendUint64(data, uint64(p.sent))
	data = binary.BigEndian.AppendUint16(data, uint16(len(p.topic)))
	data = append(data, p.topic...)
	if p.copy.Number == 0 {
		return binary.BigEndian.AppendUint64(data, uint64(p.start))
	}
	return append(data, codec.Box(p.body)...)
}

// decode reads a packet to a member of a group of processes, whose number is nodes.
func decode(data []byte, group uint64, nodes int) (packet, error) {
	if len(data) < headLength || !bytes.HasPrefix(data, []byte(magic)) {
		return packet{}, errNoise
	}
	head := data[len(magic):headLength]
	if binary.BigEndian.Uint64(head) != group {
		return packet{}, errStranger
	}
	from, life := binary.BigEndian.Uint32(head[8:]), binary.BigEndian.Uint32(head[12:])
	number, again, sent := binary.BigEndian.Uint64(head[16:]), head[24], binary.BigEndian.Uint64(head[25:])
	body := data[headLength:]
	topic := int(binary.BigEndian.Uint16(head[33:]))
	if uint64(from) >= uint64(nodes) || life == 0 || life > 1<<30 || number > math.MaxInt32 || again > toAll ||
		topic > len(body) {
		return packet{}, errNoise
	}
	forAll := again == toAll
	if forAll {
		again = 0
	}
	id := MessageID{From: spec.NodeID(from), Life: int(life), Number: int(number), Again: int(again)}
	if number == 0 {
		if len(body) != 8 || topic > 0 {
			return packet{}, errNoise
		}
		return packet{copy: id, sent: int64(sent), start: int64(binary.BigEndian.Uint64(body))}, nil
	}
	value, err := codec.Unbox(body[topic:])
	said, ok := value.(spec.Body)
	if err != nil || !ok {
		return packet{}, errNoise
	}
	return packet{copy: id, sent: int64(sent), topic: string(body[:topic]), forAll: forAll, body: said}, nil
}
