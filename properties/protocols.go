// Package properties lists every protocol that the house knows: the one place, outside of its
// own folders, that a new protocol is named in. Commands, tests and claims work from it.
package properties

import (
	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/properties/bully"
	"github.com/scrutineer-go/scrutineer/properties/bus"
	coordination "github.com/scrutineer-go/scrutineer/properties/coordination/paper"
	ctolerant "github.com/scrutineer-go/scrutineer/properties/ctolerant/paper"
	"github.com/scrutineer-go/scrutineer/properties/failover"
	"github.com/scrutineer-go/scrutineer/properties/fastbully"
	"github.com/scrutineer-go/scrutineer/properties/gathering"
	gossip "github.com/scrutineer-go/scrutineer/properties/gossip/paper"
	"github.com/scrutineer-go/scrutineer/properties/heartbeat"
	"github.com/scrutineer-go/scrutineer/properties/lease"
	"github.com/scrutineer-go/scrutineer/properties/monitorall"
	polling "github.com/scrutineer-go/scrutineer/properties/polling/paper"
	"github.com/scrutineer-go/scrutineer/properties/ring"
	rsdp "github.com/scrutineer-go/scrutineer/properties/rsdp/paper"
	"github.com/scrutineer-go/scrutineer/properties/store"
	"github.com/scrutineer-go/scrutineer/properties/succession"
	swim "github.com/scrutineer-go/scrutineer/properties/swim/paper"
	vcube "github.com/scrutineer-go/scrutineer/properties/vcube/paper"
	"github.com/scrutineer-go/scrutineer/properties/viewchange"
	"github.com/scrutineer-go/scrutineer/properties/vote"
	"github.com/scrutineer-go/scrutineer/properties/vring"
	"github.com/scrutineer-go/scrutineer/properties/watchdog"
)

// All returns every protocol, in the order of their papers. The first is what commands take
// where none is named.
func All() []scrutineer.Registration {
	return []scrutineer.Registration{
		ctolerant.Protocol(),
		vcube.Protocol(),
		monitorall.Protocol(),
		vring.Protocol(),
		rsdp.Protocol(),
		failover.Protocol(),
		gossip.Protocol(),
		fastbully.Protocol(),
		bully.Protocol(),
		ring.Protocol(),
		viewchange.Protocol(),
		vote.Protocol(),
		heartbeat.Protocol(),
		bus.Protocol(),
		lease.Protocol(),
		coordination.Protocol(),
		polling.Protocol(),
		store.Protocol(),
		gathering.Protocol(),
		swim.Protocol(),
		succession.Protocol(),
		watchdog.Protocol(),
	}
}

// Registered returns all of them as the commands know them.
func Registered() []verify.Protocol { return verify.Registered(All()) }
