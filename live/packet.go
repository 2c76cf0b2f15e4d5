package live

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// CopyID names one copy of a message by its sender, the sender's life, and the copy's number in that life, from 1.
type CopyID struct {
	From   spec.NodeID `json:"from"`
	Life   int         `json:"life"`
	Number int         `json:"number"`
}

// String returns the name as in "copy 17 of process 2's life 1".
func (c CopyID) String() string {
	return fmt.Sprintf("copy %d of process %s's life %d", c.Number, c.From, c.Life)
}

// packet is a copy as it travels. One with the number 0 is a greeting.
type packet struct {
	copy CopyID
	// sent is when it was sent, in nanoseconds since 1970.
	sent int64
	body spec.Body
}

// boxed lets the codec write a body, a record or a state behind an interface.
type boxed struct{ Value any }

// The head of a packet: the magic, the group, the sender, its life, the copy's number, and when it was sent.
const (
	magic      = "scrut\x00\x01\n"
	headLength = len(magic) + 8 + 4 + 4 + 8 + 8
)

// What is wrong with a packet that is dropped.
var (
	errNoise    = errors.New("no packet of a process")
	errStranger = errors.New("a packet of a process of another program or configuration")
)

// What a greeting says in place of when it was sent.
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
	data = binary.BigEndian.AppendUint64(data, uint64(p.sent))
	return codec.Append(data, boxed{p.body})
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
	number, sent := binary.BigEndian.Uint64(head[16:]), binary.BigEndian.Uint64(head[24:])
	if uint64(from) >= uint64(nodes) || life == 0 || life > 1<<30 || number > 1<<62 {
		return packet{}, errNoise
	}
	id := CopyID{From: spec.NodeID(from), Life: int(life), Number: int(number)}
	if number == 0 {
		return packet{copy: id, sent: int64(sent)}, nil
	}
	var b boxed
	if err := codec.Decode(data[headLength:], &b); err != nil {
		return packet{}, errNoise
	}
	body, ok := b.Value.(spec.Body)
	if !ok {
		return packet{}, errNoise
	}
	return packet{copy: id, sent: int64(sent), body: body}, nil
}
