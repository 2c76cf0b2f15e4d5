package systems

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/child"
	"github.com/scrutineer-go/scrutineer/live/zookeeper/lab"
)

// queue has the clients of ZooKeeper's recipe, in the order in which they joined. Each is a process.
type queue struct {
	servers []string
	session time.Duration
	clients []client
	joined  int  // those that have ended included
	leads   bool // whether the first client has said that it leads
}

type client struct {
	*child.Child
	says io.Reader
}

// join starts another client, and returns when it has joined.
func (q *queue) join(ctx context.Context) error {
	cmd := lab.Itself(clientRole, q.servers[q.joined%len(q.servers)], q.session.String())
	q.joined++
	says, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	cmd.Stderr = os.Stderr
	c, err := child.Start(cmd)
	if err != nil {
		return err
	}
	q.clients = append(q.clients, client{c, says})
	return q.clients[len(q.clients)-1].hears(ctx, saysJoined)
}

// hears waits until a client says something.
func (c client) hears(ctx context.Context, what byte) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	defer context.AfterFunc(ctx, c.Kill)()
	said := []byte{0}
	if _, err := io.ReadFull(c.says, said); err != nil {
		return errors.Join(fmt.Errorf("a client of the recipe has ended: %w", err), ctx.Err())
	}
	if said[0] != what {
		return fmt.Errorf("a client of the recipe says %q, want %q", said, what)
	}
	return nil
}

// next kills the client that leads, and returns how many milliseconds passed until the next one led.
func (q *queue) next(ctx context.Context) (int, error) {
	if !q.leads {
		if err := q.clients[0].hears(ctx, saysLeads); err != nil {
			return 0, err
		}
	}
	at := time.Now()
	q.clients[0].Kill()
	q.clients = q.clients[1:]
	if err := q.clients[0].hears(ctx, saysLeads); err != nil {
		return 0, err
	}
	took := since(at, time.Now())
	q.leads = true
	return took, nil
}

// alive returns an error if a client has ended.
func (q *queue) alive() error {
	for n, c := range q.clients {
		select {
		case <-c.Ended():
			return fmt.Errorf("client %d of the recipe has ended", n+1)
		default:
		}
	}
	return nil
}

// stop kills all clients.
func (q *queue) stop() {
	for _, c := range q.clients {
		c.Kill()
	}
}
