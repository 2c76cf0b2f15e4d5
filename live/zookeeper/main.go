// Command zookeeper is scrutineer with the experiments that compare the elections of Wang and Gupta with real ZooKeeper
// and with memberlist, as processes on this machine. It runs on Linux.
//
//	make zookeeper ONLY=e17
//
// runs its command reproduce. The program runs itself in other roles: as one process of ours, as a member of
// memberlist, and as the parent of one system in a network namespace. Start reading at [experiments].
package main

import (
	"os"
	"path/filepath"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/properties/ctolerant"
	"github.com/scrutineer-go/scrutineer/properties/succession"
)

func main() {
	role := ""
	if len(os.Args) > 1 {
		role = os.Args[1]
	}
	switch {
	case role == probeRole:
		fail(loopbackUp())
	case role == cellRole && len(os.Args) == 7:
		fail(runCell(os.Args[2], os.Args[3], os.Args[4], os.Args[5], os.Args[6]))
	case role == memberRole && len(os.Args) == 5:
		fail(member(os.Args[2], os.Args[3], os.Args[4]))
	case role == "serve" || role == "client":
		scrutineer.Main(succession.Protocol())
	default:
		l := &laboratory{dir: filepath.Join("build", "zookeeper"), settles: 20, seconds: atRest}
		scrutineer.Main(ctolerant.Protocol().WithLedger(scrutineer.Ledger{Experiments: experiments(l)}))
	}
}
