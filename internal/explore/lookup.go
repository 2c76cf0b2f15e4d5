package explore

import "github.com/scrutineer-go/scrutineer/spec"

// internalAt returns what may happen at a local state without a message or an input, nil
// where it is not known and not to be learned.
func (c *Components) internalAt(at int, local uint32, learns bool) []transition {
	p := &c.processes[at]
	if p.internal[local] == nil && learns {
		transitions := c.internalSteps(spec.NodeID(at), local) // which may add local states
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
	transitions := c.inputSteps(spec.NodeID(at), local, down)
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
		transitions := c.deliverySteps(spec.NodeID(at), local, message)
		list = uint32(len(p.lists))
		p.lists, p.keys = append(p.lists, transitions), append(p.keys, delivery{local, message})
		p.deliveries.put(key, list)
	}
	return p.lists[list]
}
