package pipeline

import (
	"slices"
	"strconv"

	"github.com/scrutineer-go/scrutineer/internal/input"
)

// Problem is what pipelines are formed of. Use Parse, or Check one that you built: all else relies on what Check
// says. Clusters, sensors, nodes and streams are known by their numbers, from 0; stages are counted from 1.
type Problem struct {
	// Stages is K: each stream is processed by the stages 1 to K, in this order.
	Stages int `json:"stages" input:"required"`
	// Clusters are those of all stages; of each stage there is one at least.
	Clusters []Cluster `json:"clusters" input:"required"`
	// Delays has for each cluster the delays to each, in microseconds, or NoLink. Only those from a stage to the
	// next are looked at.
	Delays [][]int64 `json:"delays" input:"required"`
	// Sensors has for each sensor the delays to each cluster. Only those of the first stage are looked at.
	Sensors [][]int64 `json:"sensors" input:"required"`
	// Cloud has the delay from each cluster to the cloud. Only those of the last stage are looked at.
	Cloud []int64 `json:"cloud" input:"required"`
	// Streams are what is to be processed.
	Streams []Stream `json:"streams" input:"required"`
}

// Cluster is a cluster of nodes, all of which do the task of one stage.
type Cluster struct {
	// Stage is whose task it does.
	Stage int `json:"stage" input:"required"`
	// Nodes are the capacities of its nodes, in the unit of demands.
	Nodes []int64 `json:"nodes" input:"required"`
	// Master is the node that manages the others and carries no streams; NoMaster: nobody does, so nobody carries any.
	Master int `json:"master" input:"required"`
	// Down are the nodes that have failed, in ascending order.
	Down []int `json:"down,omitempty"`
}

// Stream is a flow of data.
type Stream struct {
	// Sensor is where it comes from.
	Sensor int `json:"sensor" input:"required"`
	// Demand is what it takes of a node's capacity, in each stage.
	Demand int64 `json:"demand" input:"required"`
}

// NoLink stands for the delay between two that have no link; NoMaster for the master of a cluster that has none.
const (
	NoLink   = -1
	NoMaster = -1
)

// The largest numbers that are accepted. Sums of what they allow fit into 64 bits.
const (
	MaxClusters = 1000
	MaxNodes    = 1000
	MaxSensors  = 10_000
	MaxStreams  = 10_000
	MaxDelay    = 60_000_000 // a minute
	MaxDemand   = 1_000_000
	MaxCapacity = 1_000_000_000
)

// Parse reads a Problem from JSON and checks it. Errors name the field and what would be right.
func Parse(data []byte) (Problem, error) {
	var p Problem
	if err := input.Decode(data, &p); err != nil {
		return Problem{}, err
	}
	return p, p.Check()
}

// Check tells what is wrong with the Problem, naming the field, or nothing.
func (p Problem) Check() error {
	if err := input.Between("clusters", len(p.Clusters), 1, MaxClusters); err != nil {
		return err
	}
	if err := input.Between("stages", p.Stages, 1, len(p.Clusters)); err != nil {
		return err
	}
	if err := input.Between("sensors", len(p.Sensors), 1, MaxSensors); err != nil {
		return err
	}
	if err := input.Between("streams", len(p.Streams), 0, MaxStreams); err != nil {
		return err
	}
	there := make([]bool, p.Stages)
	for i, c := range p.Clusters {
		if err := c.check(p.Stages); err != nil {
			return input.In("", at("clusters", i), err)
		}
		there[c.Stage-1] = true
	}
	if missing := slices.Index(there, false); missing >= 0 {
		return input.Errorf("clusters", "none of them does stage %d, each stage needs one", missing+1)
	}
	return p.checkDelays()
}

// checkDelays looks at what the clusters are joined by, and at the streams.
func (p Problem) checkDelays() error {
	if len(p.Delays) != len(p.Clusters) {
		return input.Errorf("delays", "%d lists, there must be one for each of the %d clusters",
			len(p.Delays), len(p.Clusters))
	}
	for i, row := range p.Delays {
		if err := p.checkRow(at("delays", i), row); err != nil {
			return err
		}
	}
	for i, row := range p.Sensors {
		if err := p.checkRow(at("sensors", i), row); err != nil {
			return err
		}
	}
	if err := p.checkRow("cloud", p.Cloud); err != nil {
		return err
	}
	for i, s := range p.Streams {
		if err := input.Between(at("streams", i)+".sensor", s.Sensor, 0, len(p.Sensors)-1); err != nil {
			return err
		}
		if err := input.Between(at("streams", i)+".demand", s.Demand, 1, MaxDemand); err != nil {
			return err
		}
	}
	return nil
}

// checkRow looks at delays to all clusters.
func (p Problem) checkRow(field string, row []int64) error {
	if len(row) != len(p.Clusters) {
		return input.Errorf(field, "%d delays, there must be one for each of the %d clusters",
			len(row), len(p.Clusters))
	}
	for c, delay := range row {
		if delay < NoLink || delay > MaxDelay {
			return input.Errorf(at(field, c), "%d, it must be 0 to %d, or %d where there is no link",
				delay, MaxDelay, NoLink)
		}
	}
	return nil
}

func (c Cluster) check(stages int) error {
	if err := input.Between("stage", c.Stage, 1, stages); err != nil {
		return err
	}
	if err := input.Between("nodes", len(c.Nodes), 1, MaxNodes); err != nil {
		return err
	}
	for i, capacity := range c.Nodes {
		if err := input.Between(at("nodes", i), capacity, 0, MaxCapacity); err != nil {
			return err
		}
	}
	for i, node := range c.Down {
		if err := input.Between(at("down", i), node, 0, len(c.Nodes)-1); err != nil {
			return err
		}
		if i > 0 && c.Down[i-1] >= node {
			return input.Errorf("down", "they must be in ascending order without repetition, %d comes after %d",
				node, c.Down[i-1])
		}
	}
	switch {
	case c.Master == NoMaster:
		return nil
	case c.Master < 0 || c.Master >= len(c.Nodes):
		return input.Errorf("master", "%d, it must be 0 to %d, or %d where there is none",
			c.Master, len(c.Nodes)-1, NoMaster)
	case slices.Contains(c.Down, c.Master):
		return input.Errorf("master", "%d is down, it must be a node that is not", c.Master)
	}
	return nil
}

// at names an element of a list.
func at(list string, i int) string { return list + "[" + strconv.Itoa(i) + "]" }

// Carriers are the nodes that carry streams: all that are up but for the master. Without a master there are none.
func (c Cluster) Carriers() []int {
	var nodes []int
	for i := range c.Nodes {
		if c.Master != NoMaster && i != c.Master && !slices.Contains(c.Down, i) {
			nodes = append(nodes, i)
		}
	}
	return nodes
}

// Capacity is the sum of what its carriers can carry. That is what the supervisor goes by; it promises more than the
// nodes may be able to keep, as no stream is divided between nodes.
func (c Cluster) Capacity() int64 {
	sum := int64(0)
	for _, node := range c.Carriers() {
		sum += c.Nodes[node]
	}
	return sum
}
