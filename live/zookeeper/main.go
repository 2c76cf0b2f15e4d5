// Command zookeeper is scrutineer with the experiments that run the elections of Wang and Gupta as processes on this
// machine, and compare them with real ZooKeeper, memberlist and etcd's raft. It runs on Linux.
//
//	make zookeeper ONLY=e17
//
// runs its command reproduce. The program runs itself in other roles: as a process of a system, and as the parent of
// one system in a network namespace. Start reading at [experiments].
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"example.com/raft"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/live/zookeeper/lab"
	"github.com/scrutineer-go/scrutineer/live/zookeeper/systems"
	"github.com/scrutineer-go/scrutineer/properties/ctolerant"
	"github.com/scrutineer-go/scrutineer/properties/succession"
)

func main() {
	args := os.Args[1:]
	for _, role := range []func([]string) (bool, error){
		systems.Role, func(args []string) (bool, error) { return lab.Role(args, jobs()) },
	} {
		if is, err := role(args); is {
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			return
		}
	}
	switch {
	case len(args) > 0 && (args[0] == "serve" || args[0] == "client"):
		scrutineer.Main(succession.Protocol())
		return
	case len(args) > 0 && args[0] == systems.RaftRole: // apart, so that processes of ours do not set it up
		os.Args = slices.Delete(os.Args, 1, 2)
		scrutineer.Main(raft.Protocol(false))
		return
	}
	l := &lab.Laboratory{
		Dir: filepath.Join("build", "zookeeper"), Size: lab.Size{Settles: 20, Seconds: 120, Trials: 10},
	}
	scrutineer.Main(ctolerant.Protocol().WithLedger(scrutineer.Ledger{Experiments: experiments(l)}))
}
