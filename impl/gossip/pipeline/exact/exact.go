// Package exact forms pipelines by a SAT solver, gophersat: it is what the search of package pipeline is held
// against, and knows nothing of how that goes about it. It is a module of its own, so that nobody who does not import
// it gets the solver. It is for small problems: a dozen streams and clusters.
//
// Of gophersat (1.4.0) only the solver of clauses is used. Its constraints with weights would say the same in less,
// but on such problems their optimum was not always one, and the search has panicked; so sums are circuits here.
//
// Start reading at [Form].
package exact

import (
	"fmt"
	"slices"

	"github.com/crillab/gophersat/solver"

	"github.com/scrutineer-go/scrutineer/impl/gossip/pipeline"
)

// Form is a plan of least cost; nil: there is none.
func Form(p pipeline.Problem) (pipeline.Plan, error) { return form(p, nil) }

// Replan is, of all plans that move as few streams of an earlier one as can be, one of least cost; nil: there is no
// plan. The earlier one need not fit any more.
func Replan(p pipeline.Problem, earlier pipeline.Plan) (pipeline.Plan, error) {
	if len(earlier) != len(p.Streams) {
		return nil, fmt.Errorf("the earlier plan has %d paths for %d streams", len(earlier), len(p.Streams))
	}
	for s, path := range earlier {
		if len(path) != p.Stages {
			return nil, fmt.Errorf("the earlier path of stream %d is %v, there are %d stages", s, path, p.Stages)
		}
		for k, c := range path {
			if c < 0 || c >= len(p.Clusters) || p.Clusters[c].Stage != k+1 {
				return nil, fmt.Errorf("the earlier path of stream %d is %v, %d is no cluster of stage %d",
					s, path, c, k+1)
			}
		}
	}
	return form(p, earlier)
}

// form halves the range of what the best plan may cost until it has it.
func form(p pipeline.Problem, earlier pipeline.Plan) (pipeline.Plan, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	m := modelOf(p, earlier)
	var best pipeline.Plan
	least, most := int64(0), m.most()
	for least <= most {
		bound := most // the first time any plan will do
		if best != nil {
			bound = least + (most-least)/2
		}
		found := solve(m.circuit, atMost(m.total, bound))
		if found == nil {
			if best == nil {
				return nil, nil
			}
			least = bound + 1
			continue
		}
		best = m.plan(found)
		if err := p.Verify(best); err != nil {
			return nil, fmt.Errorf("the solver's plan: %w", err)
		}
		most = m.cost(found) - 1
	}
	return best, nil
}

// solve asks the solver; nil: the clauses cannot all be true.
func solve(c circuit, more [][]int) []bool {
	var clauses [][]int
	for _, clause := range slices.Concat(c.clauses, more) {
		clauses = append(clauses, slices.Clone(clause)) // the solver keeps what it gets
	}
	s := solver.New(solver.ParseSliceNb(clauses, c.last))
	if s.Solve() != solver.Sat {
		return nil
	}
	return s.Model()
}

// model is a problem in variables that are true or false.
type model struct {
	circuit

	p     pipeline.Problem
	in    [][]int // by stream and cluster: the stream goes through it
	paid  []int   // what costs something where it is true
	costs []int64
	total []int // the sum of that, in binary
}

func modelOf(p pipeline.Problem, earlier pipeline.Plan) *model {
	m := &model{p: p, circuit: newCircuit()}
	for s := range p.Streams {
		m.stream(s)
	}
	for c, cluster := range p.Clusters {
		var through []int
		var demands []int64
		for s, stream := range p.Streams {
			through, demands = append(through, m.in[s][c]), append(demands, stream.Demand)
		}
		m.clauses = append(m.clauses, atMost(m.sum(through, demands), cluster.Capacity())...)
	}
	dearer := m.most() + 1
	for s, path := range earlier {
		moved := m.variable()
		for _, c := range path {
			m.clause(m.in[s][c], moved)
		}
		m.pay(moved, dearer)
	}
	m.total = m.sum(m.paid, m.costs)
	return m
}

// stream goes through exactly one cluster of each stage, and pays for the links between them.
func (m *model) stream(s int) {
	p := m.p
	of := make([]int, len(p.Clusters))
	for c := range of {
		of[c] = m.variable()
	}
	m.in = append(m.in, of)
	for stage := 1; stage <= p.Stages; stage++ {
		var here []int
		for c, cluster := range p.Clusters {
			if cluster.Stage != stage {
				continue
			}
			for _, other := range here {
				m.clause(-other, -of[c])
			}
			here = append(here, of[c])
		}
		m.clause(here...)
	}
	for c, cluster := range p.Clusters {
		if cluster.Stage == 1 {
			m.link(p.Sensors[p.Streams[s].Sensor][c], of[c])
		}
		if cluster.Stage == p.Stages {
			m.link(p.Cloud[c], of[c])
		}
		for d, next := range p.Clusters {
			if next.Stage == cluster.Stage+1 {
				m.link(p.Delays[c][d], of[c], of[d])
			}
		}
	}
}

// link is taken where all of some variables are true.
func (m *model) link(delay int64, ends ...int) {
	not := make([]int, len(ends))
	for i, v := range ends {
		not[i] = -v
	}
	switch {
	case delay == pipeline.NoLink:
		m.clause(not...)
	case delay > 0 && len(ends) == 1:
		m.pay(ends[0], delay)
	case delay > 0:
		taken := m.variable()
		m.clause(append(not, taken)...)
		m.pay(taken, delay)
	}
}

func (m *model) pay(v int, cost int64) { m.paid, m.costs = append(m.paid, v), append(m.costs, cost) }

// most is what all costs together.
func (m *model) most() int64 {
	sum := int64(0)
	for _, cost := range m.costs {
		sum += cost
	}
	return sum
}

// cost is what is paid for.
func (m *model) cost(found []bool) int64 {
	sum := int64(0)
	for i, v := range m.paid {
		if found[v-1] {
			sum += m.costs[i]
		}
	}
	return sum
}

// plan is what the variables say.
func (m *model) plan(found []bool) pipeline.Plan {
	plan := make(pipeline.Plan, len(m.p.Streams))
	for s := range plan {
		plan[s] = make([]int, m.p.Stages)
		for c, cluster := range m.p.Clusters {
			if found[m.in[s][c]-1] {
				plan[s][cluster.Stage-1] = c
			}
		}
	}
	return plan
}
