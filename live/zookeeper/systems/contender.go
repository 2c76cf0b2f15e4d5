package systems

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/go-zookeeper/zk"
)

// root is the node below which each contender has one.
const root = "/election"

// contender is a client of ZooKeeper's recipe of an election: it has an ephemeral sequential node, and watches the one
// before its own.
type contender struct {
	// Leads is closed when no other node is before its own.
	Leads chan struct{}
	// Fails gets the error by which it can lead no more.
	Fails chan error
	conn  *zk.Conn
	own   string
}

// contend connects a client to one of the servers, with a session of a length. It gives up when ctx ends.
func contend(ctx context.Context, servers []string, session time.Duration) (*contender, error) {
	conn, _, err := zk.Connect(servers, session, zk.WithLogInfo(false), zk.WithLogger(quiet{}))
	if err != nil {
		return nil, err
	}
	defer context.AfterFunc(ctx, conn.Close)()
	c := &contender{Leads: make(chan struct{}), Fails: make(chan error, 1), conn: conn}
	acl := zk.WorldACL(zk.PermAll)
	if _, err = conn.Create(root, nil, 0, acl); err == nil || errors.Is(err, zk.ErrNodeExists) {
		c.own, err = conn.Create(root+"/n", nil, zk.FlagEphemeral|zk.FlagSequence, acl)
	}
	var changed <-chan zk.Event
	if err == nil {
		changed, err = c.before()
	}
	if err != nil {
		conn.Close()
		return nil, err
	}
	go c.waits(changed)
	return c, nil
}

// waits waits until the contender leads, or fails.
func (c *contender) waits(changed <-chan zk.Event) {
	for changed != nil {
		var err error
		if _, open := <-changed; !open {
			c.Fails <- errors.New("the watch of the node before has ended")
			return
		}
		if changed, err = c.before(); err != nil {
			c.Fails <- err
			return
		}
	}
	close(c.Leads)
}

// before watches the node before one's own, and returns nil if there is none.
func (c *contender) before() (<-chan zk.Event, error) {
	own := strings.TrimPrefix(c.own, root+"/")
	for {
		all, _, err := c.conn.Children(root)
		if err != nil {
			return nil, err
		}
		slices.Sort(all)
		n := slices.Index(all, own)
		switch {
		case n < 0:
			return nil, fmt.Errorf("%s is gone", own)
		case n == 0:
			return nil, nil
		}
		is, _, changed, err := c.conn.ExistsW(root + "/" + all[n-1])
		if err != nil || is {
			return changed, err
		}
	}
}

// clientRole is the role of a client of the recipe.
const clientRole = "contender"

// What a client says, one byte each.
const (
	saysJoined = '+'
	saysLeads  = '!'
)

// contends runs a client until the process is killed. The client prints a byte when it has joined, and one when it
// leads.
func contends(address, session string) error {
	lasts, err := time.ParseDuration(session)
	if err != nil {
		return err
	}
	c, err := contend(context.Background(), []string{address}, lasts)
	if err != nil {
		return err
	}
	fmt.Printf("%c", saysJoined)
	select {
	case <-c.Leads:
		fmt.Printf("%c", saysLeads)
		select {}
	case err := <-c.Fails:
		return err
	}
}

// Close ends the session.
func (c *contender) Close() { c.conn.Close() }

// quiet drops what the client logs.
type quiet struct{}

// Printf drops it.
func (quiet) Printf(string, ...any) {}
