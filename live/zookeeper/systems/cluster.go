package systems

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/child"
	"github.com/scrutineer-go/scrutineer/internal/loopback"
	"github.com/scrutineer-go/scrutineer/live/zookeeper/lab"
	"github.com/scrutineer-go/scrutineer/spec"
)

// cluster is a group of processes that this program serves.
type cluster struct {
	*running
	watch *watch
	dir   string
	log   *os.File
	ctx   context.Context // ends if a process does
	// leader is the one that the processes have agreed on.
	leader spec.NodeID
}

// serve starts the processes of a protocol. The number of the group decides all draws, and fields are further fields of
// cluster.json. role is the role of the program that knows the protocol, if there is one.
func serve(ctx context.Context, dir string, number int, protocol string, cfg any, fields map[string]any, read reader,
	role ...string,
) (*cluster, error) {
	peers, err := loopback.AddressesOf(host(number), groupSize)
	if err != nil {
		return nil, err
	}
	all := map[string]any{"protocol": protocol, "config": cfg, "peers": peers, "seed": number}
	for name, value := range fields {
		all[name] = value
	}
	text, err := json.Marshal(all)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(os.MkdirAll(dir, 0o755),
		os.WriteFile(filepath.Join(dir, "cluster.json"), text, 0o644)); err != nil {
		return nil, err
	}
	c := &cluster{dir: dir, watch: newWatch(dir, read)}
	if c.log, err = os.Create(filepath.Join(dir, "log")); err != nil {
		return nil, err
	}
	c.running, c.ctx, err = children(ctx, groupSize, func(n int) *exec.Cmd {
		return c.command(append(role, "serve", dir, "-id", fmt.Sprint(n))...)
	})
	if err != nil {
		return nil, errors.Join(err, c.log.Close())
	}
	c.addresses, c.rested = peers, c.keepsLeader
	stop := c.stop
	c.stop = func() { stop(); c.watch.close(); c.log.Close() }
	return c, nil
}

// command returns a command of this program that writes into the cluster's log.
func (c *cluster) command(args ...string) *exec.Cmd {
	cmd := lab.Itself(args...)
	cmd.Stdout, cmd.Stderr = c.log, c.log
	return cmd
}

// elects has a client tell the initiator to begin, and returns the leader when all processes follow it.
func (c *cluster) elects() (leader spec.NodeID, err error) {
	client, err := child.Start(c.command("client", c.dir))
	if err != nil {
		return spec.None, err
	}
	defer client.Kill()
	return c.agrees()
}

// agrees waits until all processes follow one leader, which it returns.
func (c *cluster) agrees() (leader spec.NodeID, err error) {
	err = c.until(func() (agreed bool) { leader, agreed = c.watch.agreed(spec.None); return agreed })
	c.leader = leader
	return leader, err
}

// keepsLeader returns an error if a process follows another leader than the one that all agreed on.
func (c *cluster) keepsLeader() error {
	if err := c.watch.update(); err != nil {
		return err
	}
	if leader, agreed := c.watch.agreed(spec.None); !agreed || leader != c.leader {
		return fmt.Errorf("not all processes follow %s any more", c.leader)
	}
	return nil
}

// until waits until the logs of the processes show something.
func (c *cluster) until(isSeen func() bool) error {
	err := await(c.ctx, errTooLate, func() (bool, error) {
		err := c.watch.update()
		return err == nil && isSeen(), err
	})
	if err != nil {
		return fmt.Errorf("%w; see %s", err, c.log.Name())
	}
	return nil
}

var errTooLate = errors.New("the processes do not agree within a minute")

// loses takes a leader away, and returns how the others have noticed.
func (c *cluster) loses(leader spec.NodeID, by syscall.Signal) (loss Loss, err error) {
	at := time.Now()
	if err := c.lose(int(leader), by); err != nil {
		return loss, err
	}
	err = c.until(func() (noticed bool) { loss, noticed = c.watch.loss(leader, at); return noticed })
	return loss, err
}
