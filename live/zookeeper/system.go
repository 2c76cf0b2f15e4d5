package main

import (
	"context"
	"fmt"
)

// system is one of the systems that are compared.
type system struct {
	name  string // as in the table
	id    string // as on the command line
	nodes int    // processes that are measured
	long  bool   // whether it is measured only if -long is given
	// fetch, if it is set, fetches what the system needs. A cell's network namespace reaches no repository.
	fetch func(context.Context) error
	// start starts the system, and returns when it has a leader, or when all members know each other.
	start func(ctx context.Context, dir string) (*running, error)
}

// systems are all of them, in the order of the tables.
func systems() []system {
	var all []system
	for _, servers := range []int{3, 5, 16} {
		for _, clients := range []int{0, 16} {
			s := system{
				name: fmt.Sprintf("ZooKeeper of %d, idle", servers), id: fmt.Sprintf("zookeeper-%d-idle", servers),
				nodes: servers, long: servers == 5 || servers == 3 && clients > 0,
				fetch: fetch, start: zookeeper(servers, clients),
			}
			if clients > 0 {
				s.name = fmt.Sprintf("ZooKeeper of %d, %d clients", servers, clients)
				s.id = fmt.Sprintf("zookeeper-%d-clients", servers)
			}
			all = append(all, s)
		}
	}
	return append(all,
		system{name: "Hybrid over SWIM", id: "hybrid-swim", nodes: groupSize, start: ours(false)},
		system{name: "Hybrid over Medley", id: "hybrid-medley", nodes: groupSize, start: ours(true)},
		system{name: "memberlist", id: "memberlist", nodes: groupSize, start: members},
	)
}
