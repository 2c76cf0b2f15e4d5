package explore

import (
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// process is what is known of one process: the local states that it was met in, the
// inboxes, and what may happen there. A local state is a Proc without its inbox.
type process struct {
	locals       table[Process]
	up, unbooted []bool           // by local state
	internal     [][]transition   // what may happen without a message or an input; nil while not known
	inputs       [][][]transition // by who is down, by local state
	deliveries   pairs            // (local state, message): the number of a list
	lists        [][]transition
	keys         []delivery // what each list is about

	inboxes    table[[]inboxed]
	added      pairs // (inbox, message): the inbox with one more copy
	removed    pairs // … with one less
	awaited    pairs // (awaiter, inbox): 1 where a copy in it is awaited, else 0
	asked      []question
	subscribed []subscription
	bound      pairs // (local state, topic): 1 where the process hears what is broadcast to it, else 0
}

// delivery is that of a message in a local state.
type delivery struct{ local, message uint32 }

// local returns the number of a local state.
func (c *Components) local(at spec.NodeID, p Process) uint32 {
	p.Inbox = nil
	pl := &c.processes[at]
	n, isNew := pl.locals.number(codec.Key(p), p)
	if isNew {
		pl.up, pl.unbooted = append(pl.up, p.Up), append(pl.unbooted, p.Unbooted)
		pl.internal = append(pl.internal, nil)
		c.bytes += 4*int64(len(p.Memory)+len(p.Disk)) + 600 // with its image
		if c.met.Local != nil {
			c.met.Local(at, p)
		}
	}
	return n
}

// internalAt returns what may happen at a local state without a message or an input, nil
// where it is not known and not to be learned.
func (c *Components) internalAt(at int, local uint32, learns bool) []transition {
	p := &c.processes[at]
	if p.internal[local] == nil && learns {
		transitions := c.internal(spec.NodeID(at), local) // which may add local states
		p.internal[local] = transitions
	}
	return p.internal[local]
}

// inputsAt returns what happens if the environment tells the process something while those
// processes are down.
func (c *Components) inputsAt(at int, local, down uint32, learns bool) []transition {
	p := &c.processes[at]
	id, ok := c.downs[down]
	if ok && int(id) < len(p.inputs) && int(local) < len(p.inputs[id]) && p.inputs[id][local] != nil {
		return p.inputs[id][local]
	}
	if !learns {
		return nil
	}
	if !ok {
		id = uint32(len(c.downList))
		c.downs[down] = id
		c.downList = append(c.downList, down)
	}
	transitions := c.input(spec.NodeID(at), local, down)
	for int(id) >= len(p.inputs) {
		p.inputs = append(p.inputs, nil)
	}
	for int(local) >= len(p.inputs[id]) {
		p.inputs[id] = append(p.inputs[id], nil)
	}
	p.inputs[id][local] = transitions
	return transitions
}

// deliveryAt returns what the delivery of a message does to a local state.
func (c *Components) deliveryAt(at int, local, message uint32, learns bool) []transition {
	p := &c.processes[at]
	key := pairKey(local, message)
	list, known := p.deliveries.get(key)
	if !known {
		if !learns {
			return nil
		}
		transitions := c.deliver(spec.NodeID(at), local, message)
		list = uint32(len(p.lists))
		p.lists, p.keys = append(p.lists, transitions), append(p.keys, delivery{local, message})
		p.deliveries.put(key, list)
	}
	return p.lists[list]
}
