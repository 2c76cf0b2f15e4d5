package checker

import "math"

// components finds the strongly connected components of a part of a graph, without
// recursion: Tarjan's algorithm as Pearce has it, with one number for each state.
type components struct {
	runs *Runs
	// low is 0 for a state that was not yet entered. Once its component is known
	// it is the component's number, counted down from the highest; outside of the
	// part it is outside. In between it is the number of the earliest entered
	// state that was seen from it.
	low    []uint32
	next   uint32 // the number for the next state that is entered
	number uint32 // the number for the next component
	calls  []call
	stack  []uint32 // entered and finished states whose component is not yet known
	keeps  uint64   // timers: a step that fires one of them or sets it anew does not count
}

// call is one state whose steps are being followed.
type call struct {
	state uint32
	step  uint32 // the next step to follow
	root  bool   // nothing entered earlier was seen from here
}

// outside is the number of the states outside of the part that is looked at.
const outside = math.MaxUint32

func newComponents(r *Runs) *components {
	return &components{runs: r, low: make([]uint32, r.Size())}
}

// each calls visit with the states of every component of the part that states lists
// and in holds. The slice is valid during the call.
func (c *components) each(states []uint32, in numberSet, visit func(component []uint32)) {
	for n := range c.low {
		c.low[n] = outside
	}
	for _, n := range states {
		if in.has(n) {
			c.low[n] = 0
		}
	}
	c.next, c.number = 1, outside-1
	for _, n := range states {
		if c.low[n] != 0 {
			continue
		}
		c.enter(n)
		for len(c.calls) > 0 {
			c.advance(visit)
		}
	}
}

func (c *components) enter(n uint32) {
	c.low[n] = c.next
	c.next++
	c.calls = append(c.calls, call{state: n, step: c.runs.first[n], root: true})
}

// advance follows one step of the state entered last, or leaves it. A step into a
// state that was not yet entered is looked at again after that one was left.
func (c *components) advance(visit func(component []uint32)) {
	top := &c.calls[len(c.calls)-1]
	if top.step == c.runs.first[top.state+1] {
		c.leave(*top, visit)
		return
	}
	if c.skips(top.step) {
		top.step++
		return
	}
	to := c.runs.to[top.step]
	if c.low[to] == 0 {
		c.enter(to)
		return
	}
	top.step++
	if c.low[to] < c.low[top.state] {
		c.low[top.state] = c.low[to]
		top.root = false
	}
}

// skips reports whether a step does not count, because it fires the timers or sets them anew.
func (c *components) skips(step uint32) bool { return c.keeps != 0 && c.runs.fires[step]&c.keeps != 0 }

// leave ends a state. If nothing entered earlier was seen from it, what was entered
// after it and has no component yet is one with it.
func (c *components) leave(done call, visit func(component []uint32)) {
	c.calls = c.calls[:len(c.calls)-1]
	c.stack = append(c.stack, done.state)
	if !done.root {
		return
	}
	begin := len(c.stack) - 1
	for begin > 0 && c.low[c.stack[begin-1]] >= c.low[done.state] {
		begin--
	}
	component := c.stack[begin:]
	for _, n := range component {
		c.low[n] = c.number
	}
	c.number--
	visit(component)
	c.stack = c.stack[:begin]
}
