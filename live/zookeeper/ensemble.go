package main

import (
	"context"
	"os/exec"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/loopback"
	"github.com/scrutineer-go/scrutineer/live/zookeeper/server"
)

// fetch fetches ZooKeeper.
func fetch(ctx context.Context) error {
	_, err := server.Fetch(ctx)
	return err
}

// zookeeper starts servers and clients of the recipe.
func zookeeper(servers, clients int) func(context.Context, string) (*running, error) {
	return func(ctx context.Context, dir string) (*running, error) {
		jars, err := server.Fetch(ctx)
		if err != nil {
			return nil, err
		}
		addresses, err := loopback.Addresses(3 * servers)
		if err != nil {
			return nil, err
		}
		e, err := server.Start(ctx, jars, dir, addresses, server.Printed)
		if err != nil {
			return nil, err
		}
		r := &running{
			ids: e.IDs(), stop: e.Stop, flags: server.Flags,
			versions: []string{"ZooKeeper " + server.Version, java(ctx)},
		}
		for n := range clients {
			c, err := contend(ctx, e.Clients[n%servers:n%servers+1], session)
			if err != nil {
				r.stop()
				return nil, err
			}
			before := r.stop
			r.stop = func() { c.Close(); before() }
		}
		return r, nil
	}
}

// session is how long a session of a client lasts: five ticks.
const session = 10 * time.Second

// java returns the version of Java.
func java(ctx context.Context) string {
	out, err := exec.CommandContext(ctx, "java", "--version").Output()
	if err != nil {
		return "Java of an unknown version"
	}
	return firstLine(string(out))
}
