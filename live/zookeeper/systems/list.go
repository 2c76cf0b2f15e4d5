package systems

import (
	"fmt"
	"time"

	"github.com/scrutineer-go/scrutineer/live/zookeeper/server"
	election "github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// printedSession is how long a session of a client lasts if ZooKeeper has the paper's times: five ticks.
const printedSession = 10 * time.Second

// AtRest returns the systems with the times that the paper or their authors give them.
func AtRest(long bool) []System {
	printed := func(servers, clients int) System {
		s := ensemble{servers: servers, clients: clients, times: server.Printed, session: printedSession}.system()
		s.Name, s.ID = fmt.Sprintf("ZooKeeper of %d, idle", servers), fmt.Sprintf("zookeeper-%d-idle", servers)
		if clients > 0 {
			s.Name = fmt.Sprintf("ZooKeeper of %d, %d clients", servers, clients)
			s.ID = fmt.Sprintf("zookeeper-%d-clients", servers)
		}
		return s
	}
	if long {
		return []System{
			printed(3, 16), printed(5, 0), printed(5, 16), printed(16, 0).tenMinutes(),
			Hybrid(true, second).system().tenMinutes(),
		}
	}
	return []System{
		printed(3, 0), printed(16, 0), printed(16, 16), Hybrid(false, second).system(), Hybrid(true, second).system(),
		group{probe: second}.system(), rafts{election: second}.system(),
	}
}

const second = time.Second

// tenMinutes returns the system as one that is measured five times as long as others.
func (s System) tenMinutes() System {
	s.Name, s.ID, s.Longer = s.Name+", five times as long", s.ID+"-long", 5
	return s
}

// AtEqualDetection returns the systems with the times by which all processes know after six seconds in the mean that
// the leader is gone. The times were found by trials.
func AtEqualDetection() []System {
	zookeeper := func(clients int, tick, session time.Duration) ensemble {
		times := server.Times{TickMS: int(tick.Milliseconds()), Init: 5, Sync: 2}
		return ensemble{servers: 16, clients: clients, times: times, session: session}
	}
	const ms = time.Millisecond
	others := []System{
		Hybrid(true, 900*ms).system(), group{probe: 860 * ms}.system(), rafts{election: 5900 * ms}.system(),
	}
	for i := range others { // at rest they are measured with other times too
		others[i].ID = "equal-" + others[i].ID
	}
	return append([]System{
		zookeeper(0, 3300*ms, 0).losingLeaders("ZooKeeper of 16", "zookeeper-leader"),
		// A session takes two ticks at least.
		zookeeper(16, 2600*ms, 5200*ms).losingClients("ZooKeeper of 16, 16 clients", "zookeeper-client"),
		Hybrid(false, second).system(),
	}, others...)
}

// Hybrid is the election that the paper compares with ZooKeeper. A process probes another once in a period.
func Hybrid(medley bool, period time.Duration) Election {
	return Election{Variant: election.Hybrid, Medley: medley, Period: period, C: 2, F: 2}
}
