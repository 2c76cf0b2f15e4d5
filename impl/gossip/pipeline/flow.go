package pipeline

import "github.com/scrutineer-go/scrutineer/internal/input"

// Flow is the best plan for streams of equal demands; false: there is no plan. It refuses other demands.
//
// A cluster then carries so many streams, whichever they are: its capacity divided by the demand. Let each stream be
// a unit that flows from its sensor through one cluster of each stage to the cloud, each cluster two nodes with a link
// of that capacity between them, and delays the costs of links. What a link costs depends on its two ends and not on
// the stream: delays that differ by stream differ by its sensor, and each sensor is a source of its own. So all plans
// are flows of whole numbers and, taken apart into paths, the other way round, each of the same cost; and as
// capacities are whole numbers the flow of least cost that is found by shortest paths is one of whole numbers. It is
// exact, in polynomial time. Neither holds where demands differ: a flow may divide a stream.
func Flow(p Problem) (Plan, bool, error) {
	for s := range p.Streams {
		if s > 0 && p.Streams[s].Demand != p.Streams[0].Demand {
			return nil, false, input.Errorf(at("streams", s)+".demand", "%d, all must be equal, and the first is %d",
				p.Streams[s].Demand, p.Streams[0].Demand)
		}
	}
	if len(p.Streams) == 0 {
		return Plan{}, true, nil
	}
	plan, _ := newTask(p).flow(p.Streams[0].Demand)
	return plan, plan != nil, nil
}

// flow is the best plan, and its cost, if each stream has this demand; nil: there is none.
func (t *task) flow(demand int64) (Plan, int64) {
	g := t.graph(demand)
	sent, cost := int64(0), int64(0)
	for sent < int64(len(t.Streams)) {
		n, each := g.augment(int64(len(t.Streams)) - sent)
		if n == 0 {
			return nil, never
		}
		sent, cost = sent+n, cost+n*each
	}
	plan := make(Plan, len(t.Streams))
	for s, stream := range t.Streams {
		for v := firstSensor + stream.Sensor; v != sink; {
			v = g.follow(v)
			if c, enters := t.entered(v); enters {
				plan[s] = append(plan[s], c)
			}
		}
	}
	return plan, cost
}

// The nodes of the graph: source and sink; then the sensors; then of each cluster where it is entered and left.
const (
	source = iota
	sink
	firstSensor
)

func (t *task) entry(c int) int { return firstSensor + len(t.Sensors) + 2*c }

// entered is the cluster that is entered at a node.
func (t *task) entered(v int) (cluster int, ok bool) {
	v -= t.entry(0)
	return v / 2, v >= 0 && v%2 == 0
}

func (t *task) graph(demand int64) *graph {
	all := int64(len(t.Streams))
	g := newGraph(t.entry(len(t.Clusters)))
	from := make([]int64, len(t.Sensors))
	for _, s := range t.Streams {
		from[s.Sensor]++
	}
	for i, n := range from {
		if n == 0 {
			continue
		}
		g.link(source, firstSensor+i, n, 0)
		for _, c := range t.layers[0] {
			g.link(firstSensor+i, t.entry(c), all, t.Sensors[i][c])
		}
	}
	for k, layer := range t.layers {
		for _, c := range layer {
			g.link(t.entry(c), t.entry(c)+1, min(all, t.capacity[c]/demand), 0)
			if k == t.Stages-1 {
				g.link(t.entry(c)+1, sink, all, t.Cloud[c])
				continue
			}
			for _, d := range t.layers[k+1] {
				g.link(t.entry(c)+1, t.entry(d), all, t.Delays[c][d])
			}
		}
	}
	return g
}

// graph is a network with a flow in it. Link 2i leads on, and 2i+1 back: what flows through the one may be taken
// back through the other.
type graph struct {
	to, first, after []int // where a link leads; the last link of each node; the link of its node before it
	room, cost       []int64
	height           []int64 // the potentials: with them no link that has room costs less than 0
	far              []int64
	by               []int // the link through which a node is reached
	queue            []reached
}

// reached is a node that can be reached at a cost.
type reached struct {
	far int64
	v   int
}

func newGraph(nodes int) *graph {
	g := &graph{
		first: make([]int, nodes), by: make([]int, nodes), height: make([]int64, nodes), far: make([]int64, nodes),
	}
	for v := range g.first {
		g.first[v] = -1
	}
	return g
}

func (g *graph) link(v, w int, room, cost int64) {
	if cost == NoLink || room <= 0 {
		return
	}
	g.half(v, w, room, cost)
	g.half(w, v, 0, -cost)
}

func (g *graph) half(v, w int, room, cost int64) {
	g.after = append(g.after, g.first[v])
	g.first[v] = len(g.to)
	g.to, g.room, g.cost = append(g.to, w), append(g.room, room), append(g.cost, cost)
}

// augment sends as much as it can, and at most so much, along a path that costs least, and tells what each unit of it
// costs. The search is Dijkstra's, which the potentials allow; it ends at the sink.
func (g *graph) augment(most int64) (n, each int64) {
	for v := range g.far {
		g.far[v] = never
	}
	g.far[source] = 0
	g.queue = append(g.queue[:0], reached{0, source})
	for len(g.queue) > 0 {
		at := g.pop()
		if at.v == sink {
			break
		}
		if at.far == g.far[at.v] {
			g.look(at)
		}
	}
	if g.far[sink] == never {
		return 0, 0
	}
	for v := range g.height {
		g.height[v] += min(g.far[v], g.far[sink])
	}
	for v := sink; v != source; v = g.to[g.by[v]^1] {
		most = min(most, g.room[g.by[v]])
		each += g.cost[g.by[v]]
	}
	for v := sink; v != source; v = g.to[g.by[v]^1] {
		g.room[g.by[v]] -= most
		g.room[g.by[v]^1] += most
	}
	return most, each
}

// look goes through the links of a node that is reached.
func (g *graph) look(at reached) {
	for e := g.first[at.v]; e >= 0; e = g.after[e] {
		w := g.to[e]
		if far := at.far + g.cost[e] + g.height[at.v] - g.height[w]; g.room[e] > 0 && far < g.far[w] {
			g.far[w], g.by[w] = far, e
			g.push(reached{far, w})
		}
	}
}

// follow goes with the flow to the next node, and takes away the unit that it went with.
func (g *graph) follow(v int) int {
	for e := g.first[v]; e >= 0; e = g.after[e] {
		if e%2 == 0 && g.room[e^1] > 0 {
			g.room[e^1]--
			return g.to[e]
		}
	}
	panic("pipeline: a flow ends before the sink")
}

// push puts a node into the queue, which is a heap.
func (g *graph) push(r reached) {
	g.queue = append(g.queue, r)
	i := len(g.queue) - 1
	for ; i > 0 && r.far < g.queue[(i-1)/2].far; i = (i - 1) / 2 {
		g.queue[i] = g.queue[(i-1)/2]
	}
	g.queue[i] = r
}

// pop takes the nearest node out of it.
func (g *graph) pop() reached {
	top, last := g.queue[0], g.queue[len(g.queue)-1]
	g.queue = g.queue[:len(g.queue)-1]
	i := 0
	for 2*i+1 < len(g.queue) {
		child := 2*i + 1
		if child+1 < len(g.queue) && g.queue[child+1].far < g.queue[child].far {
			child++
		}
		if g.queue[child].far >= last.far {
			break
		}
		g.queue[i] = g.queue[child]
		i = child
	}
	if len(g.queue) > 0 {
		g.queue[i] = last
	}
	return top
}
