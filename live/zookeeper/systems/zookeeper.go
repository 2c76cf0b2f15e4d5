package systems

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"syscall"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/loopback"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
	"github.com/scrutineer-go/scrutineer/live/zookeeper/server"
)

// ensemble is a number of servers of ZooKeeper, and of clients of the recipe.
type ensemble struct {
	servers, clients int
	times            server.Times
	session          time.Duration // how long a session of a client lasts
}

// system returns the ensemble as a system without a name.
func (e ensemble) system() System {
	return System{
		Nodes: e.servers, Flags: server.Flags, Elects: true,
		Fetch: func(ctx context.Context) error {
			_, err := server.Fetch(ctx)
			return err
		},
		versions: func(ctx context.Context) []string { return []string{"ZooKeeper " + server.Version, java(ctx)} },
		start: func(ctx context.Context, dir string) (*running, error) {
			r, _, _, err := e.start(ctx, dir)
			return r, err
		},
	}
}

// start starts the servers and the clients, and returns when one of them leads.
func (e ensemble) start(ctx context.Context, dir string) (*running, *server.Ensemble, *queue, error) {
	jars, err := server.Fetch(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	addresses, err := loopback.Addresses(3 * e.servers)
	if err != nil {
		return nil, nil, nil, err
	}
	servers, err := server.Start(ctx, jars, dir, addresses, e.times)
	if err != nil {
		return nil, nil, nil, err
	}
	r := &running{children: servers.Servers, addresses: addresses, stop: servers.Stop}
	clients := &queue{servers: servers.Clients, session: e.session}
	for range e.clients {
		if err = clients.join(ctx); err != nil {
			break
		}
	}
	r.stop, r.rested = func() { clients.stop(); servers.Stop() }, clients.alive
	if err != nil {
		r.stop()
		return nil, nil, nil, err
	}
	return r, servers, clients, nil
}

// losingLeaders returns the system that loses the leader of its servers. The leader is stopped, and goes on when the
// others have noticed.
func (e ensemble) losingLeaders(name, id string) System {
	s := e.system()
	s.Name, s.ID, s.LostBy = name, id, "stopped"
	s.Losses = func(ctx context.Context, dir string, n int) ([]Loss, error) {
		r, servers, _, err := e.start(ctx, dir)
		if err != nil {
			return nil, err
		}
		defer func() { r.stop() }()
		var all []Loss
		for i := range n {
			leader, err := leads(ctx, servers)
			if err != nil {
				return nil, err
			}
			time.Sleep(time.Second + phase(i, e.tick()))
			loss, err := silences(ctx, servers, leader)
			if err != nil {
				return nil, err
			}
			all = append(all, loss)
		}
		return all, nil
	}
	return s
}

func (e ensemble) tick() time.Duration { return time.Duration(e.times.TickMS) * time.Millisecond }

// leads waits until one server leads and all others follow, and returns its number. A leader that was stopped still
// says that it leads for a while after SIGCONT.
func leads(ctx context.Context, e *server.Ensemble) (leader int, err error) {
	err = await(ctx, errors.New("the servers have no leader within a minute"), func() (bool, error) {
		modes := map[string]int{}
		for n, address := range e.Clients {
			mode := server.Mode(address)
			if modes[mode]++; mode == "leader" {
				leader = n
			}
		}
		return modes["leader"] == 1 && modes["follower"] == len(e.Clients)-1, nil
	})
	return leader, err
}

// silences stops the leader until all others follow the next one.
func silences(ctx context.Context, e *server.Ensemble, leader int) (loss Loss, err error) {
	at := time.Now()
	if err := e.Servers[leader].Signal(syscall.SIGSTOP); err != nil {
		return loss, err
	}
	defer func() { _ = e.Servers[leader].Signal(syscall.SIGCONT) }()
	late := fmt.Errorf("server %d was stopped, and the others follow no other one within a minute", leader+1)
	err = await(ctx, late, func() (noticed bool, err error) {
		loss, noticed, err = noticedBy(e, leader, at)
		return noticed, err
	})
	return loss, err
}

// noticedBy returns how the other servers have noticed that one was lost, and reports whether they all serve again.
func noticedBy(e *server.Ensemble, but int, at time.Time) (l Loss, noticed bool, err error) {
	first, elected := true, 0
	for n := range e.Servers {
		if n == but {
			continue
		}
		phases, err := e.Phases(n)
		if err != nil {
			return l, false, err
		}
		looks := time.Time{}
		for _, p := range phases {
			if p.Name == server.Looking && p.At.After(at) {
				looks = p.At
				break
			}
		}
		last := phases[len(phases)-1]
		if looks.IsZero() || !last.Serves() {
			return l, false, nil
		}
		l, first = l.with(since(at, looks), first), false
		elected = max(elected, since(at, last.At))
	}
	l.Elected = elected
	return l, true, nil
}

// losingClients returns the system that loses the client that leads. The client is killed, and another one joins.
func (e ensemble) losingClients(name, id string) System {
	s := e.system()
	s.Name, s.ID, s.LostBy = name, id, "killed"
	s.Losses = func(ctx context.Context, dir string, n int) ([]Loss, error) {
		r, _, clients, err := e.start(ctx, dir)
		if err != nil {
			return nil, err
		}
		defer func() { r.stop() }()
		var all []Loss
		for i := range n {
			time.Sleep(time.Second + phase(i, e.tick()))
			took, err := clients.next(ctx)
			if err != nil {
				return nil, err
			}
			all = append(all, Loss{First: took, All: took, Elected: took})
			if err := clients.join(ctx); err != nil {
				return nil, err
			}
		}
		return all, nil
	}
	return s
}

// java returns the version of Java.
func java(ctx context.Context) string {
	out, err := exec.CommandContext(ctx, "java", "--version").Output()
	if err != nil {
		return "Java of an unknown version"
	}
	return phrase.FirstLine(string(out))
}
