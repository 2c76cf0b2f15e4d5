package command

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/live"
)

// clusterName is the file in the folder of a live cluster that says which cluster it is.
const clusterName = "cluster.json"

// clusterFile is the content of the file.
type clusterFile struct {
	Protocol string          `json:"protocol" input:"required"`
	Config   json.RawMessage `json:"config,omitempty"`
	// Peers are the addresses of the processes, such as "127.0.0.1:7001", each at its number.
	Peers []string `json:"peers" input:"required"`
	// Medium is the URL of the medium that messages go over, UDP if absent.
	Medium string `json:"medium,omitempty"`
	// The other fields are as in a plan: rates may set loss, lossPerRoute and duplicate, faults may have partitions.
	Seed     uint64           `json:"seed,omitempty"`
	Topology *faults.Topology `json:"topology,omitempty"`
	Delay    faults.Delay     `json:"delay"`
	Inputs   faults.Delay     `json:"inputs"`
	Rates    faults.Rates     `json:"rates"`
	Faults   []faults.Fault   `json:"faults,omitempty"`
	// SuspectAfter is how long a process may be silent until the client takes it to be down.
	SuspectAfter faults.Time `json:"suspectAfter"`
	// Skew is how far the clock of each process is ahead, 0s to 1h; none if absent.
	Skew []faults.Time `json:"skew,omitempty"`
}

// injected returns the faults to inject between processes.
func (c clusterFile) injected(is network.Cluster) (live.Faults, error) {
	plan := faults.Plan{
		Version: faults.PlanVersion, Seed: c.Seed, Topology: c.Topology, Delay: c.Delay, Inputs: c.Inputs,
		Rates: c.Rates, Faults: c.Faults, Stop: faults.MaxTime / 2,
	}
	routes, err := plan.Check(is.Nodes, is.Failures)
	if err != nil {
		return live.Faults{}, err
	}
	if c.Medium != "" {
		if err := live.CheckMedium(c.Medium); err != nil {
			return live.Faults{}, input.Errorf("medium", "%v", err)
		}
		if c.Delay != (faults.Delay{}) || !reflect.ValueOf(c.Rates).IsZero() || len(c.Faults) > 0 ||
			c.Topology != nil {
			return live.Faults{}, input.Errorf("medium", "%q, faults are injected over UDP only: omit it, or "+
				"topology, delay, rates and faults", c.Medium)
		}
	}
	if len(c.Skew) > 0 && len(c.Skew) != is.Nodes {
		return live.Faults{}, input.Errorf("skew", "has %d times, it must have %d, one for each process",
			len(c.Skew), is.Nodes)
	}
	for n, skew := range c.Skew {
		if skew < 0 || skew > faults.Time(time.Hour) {
			return live.Faults{}, input.Errorf(fmt.Sprintf("skew[%d]", n), "is %s, it must be 0s to 1h", skew)
		}
	}
	if c.SuspectAfter < 0 || c.SuspectAfter > 0 && is.InputsIgnoreDown {
		return live.Faults{}, input.Errorf("suspectAfter",
			"is %s: omit it, or give a time above 0s if the protocol is told who is down", c.SuspectAfter)
	}
	injected := live.Faults{
		Seed: c.Seed, Loss: c.Rates.Loss, PerRoute: c.Rates.LossPerRoute, Duplicate: c.Rates.Duplicate, Delay: c.Delay,
		Routes: routes,
	}
	if is.Ordered && c.Delay != (faults.Delay{}) {
		return injected, input.Errorf("delay", "is set, but the protocol needs a network that keeps order: omit it")
	}
	rest := c.Rates
	rest.Loss, rest.LossPerRoute, rest.Duplicate = 0, false, 0
	if !reflect.ValueOf(rest).IsZero() {
		return injected, input.Errorf("rates",
			"has more than loss, lossPerRoute and duplicate: remove the rest, real processes inject only these")
	}
	for n, f := range c.Faults {
		partition, ok := f.Kind.(*faults.Partition)
		if !ok {
			return injected, input.Errorf(faults.FaultField(n),
				"is %s: remove it, real processes inject only partitions", f.Name())
		}
		if is.Ordered && !partition.Drops {
			return injected, input.Errorf(faults.FaultField(n),
				"delays messages, but the protocol needs a network that keeps order: set drops")
		}
		injected.Partitions = append(injected.Partitions, partition)
	}
	return injected, nil
}

// liveCluster is a cluster whose processes are real ones, in a folder.
type liveCluster struct {
	clusterFile
	file     string
	harness  campaign.Harness
	subject  campaign.Subject
	config   json.RawMessage // whole
	injected live.Faults
}

// openCluster reads the file that says which cluster is in a folder.
func openCluster(dir string) (liveCluster, error) {
	c := liveCluster{file: filepath.Join(dir, clusterName)}
	text, err := os.ReadFile(c.file)
	if err != nil {
		return c, input.ErrorIn(c.file, "", "cannot be read (%s), write which cluster it is: "+
			`{"protocol": …, "config": {…}, "peers": ["127.0.0.1:7000", …]}`, input.Reason(err))
	}
	if err := input.Decode(text, &c.clusterFile); err != nil {
		return c, input.In(c.file, "", err)
	}
	registered, err := protocolOf(c.Protocol, c.file, "protocol")
	if err != nil {
		return c, err
	}
	if c.harness, err = worldsOf(registered, c.file, "protocol"); err != nil {
		return c, err
	}
	if c.subject, err = c.harness.Open(c.Config); err != nil {
		return c, input.In(c.file, "", err)
	}
	if n := c.subject.Cluster.Nodes; len(c.Peers) != n {
		return c, input.ErrorIn(c.file, "peers", "%d of them, there must be one for each of the %d processes",
			len(c.Peers), n)
	}
	if n, why := live.CheckPeers(c.Peers); why != nil {
		return c, input.ErrorIn(c.file, fmt.Sprintf("peers[%d]", n), "%v", why)
	}
	if c.injected, err = c.clusterFile.injected(c.subject.Cluster); err != nil {
		return c, input.In(c.file, "", err)
	}
	c.config = campaign.JSON(c.subject.Config)
	return c, nil
}

// group returns a number that differs for another program, configuration or folder.
func (c liveCluster) group() uint64 {
	sum := fnv.New64a()
	dir, err := filepath.Abs(filepath.Dir(c.file))
	if real, wrong := filepath.EvalSymlinks(dir); err == nil && wrong == nil {
		dir = real
	}
	fmt.Fprintf(sum, "%s %s %s %s", ourselves(), c.Protocol, c.config, dir)
	return sum.Sum64()
}

// checkLogs returns an error if the logs are not of the cluster as its file says it is.
func (c liveCluster) checkLogs(lives []live.Life) error {
	for _, life := range lives {
		if life.Protocol != "" && (life.Protocol != c.Protocol || string(life.Config) != string(c.config)) {
			return input.ErrorIn(c.file, "", "says %s in %s, and process %s's life %d was %s in %s: judge what ran",
				c.Protocol, c.config, life.ID, life.Life, life.Protocol, life.Config)
		}
	}
	return nil
}

// checkFolder returns an error if a command was not given a folder.
func checkFolder(command, dir string) error {
	if dir == "" {
		return usageError("", fmt.Sprintf("%s wants the folder of a cluster, such as %s %s five",
			command, called(), command))
	}
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		err = fs.ErrInvalid
	}
	if err != nil {
		return input.ErrorIn(dir, "", "is no folder of a cluster, it must have a file %s", clusterName)
	}
	return nil
}
