package gossip

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// Node is one process.
type Node struct {
	id  spec.NodeID
	cfg words.Config
	// What follows from the configuration: how the paper is read, whom records go to, whether the
	// process publishes, and how records are scored.
	reads      spec.SetOf[words.Interpretation]
	neighbours spec.Set
	origin     bool
	scale      scale

	state State
}

// State is all of a Node that changes. Lists are by process but for Ranking.
type State struct {
	// Records are what the process knows, its own included; Version 0 is that nothing is known.
	Records []words.Record
	// Seen is the cache of duplicates. It outlives the record. The process's own is not used.
	Seen []Sighting
	// Suspected are those who are silent.
	Suspected []bool
	// Ranking has the master first, and then its substitutes in the order in which they would follow.
	Ranking []spec.NodeID
	// Settled is set when the process may follow somebody, and claim.
	Settled bool
	// Leader is whom the process follows, None until it is settled.
	Leader spec.NodeID
	// Epoch is the highest that was heard of, and Reign that under which the process acts, 0 where it
	// does not.
	Epoch, Reign int
	// Rounds counts the rounds since the last Digest.
	Rounds int
	// Pending is how far each record may go in the next round, 0 where it need not; nil but under
	// the technique Rounds.
	Pending []int
	// Beating is set where nobody but the master beats, and it was heard since it is followed.
	Beating bool
	// Beats counts the ticks of its clock, where there is an end to them.
	Beats int
	// Measured is what the process has measured of itself last, and publishes next.
	Measured Metrics
}

// Metrics are what a process measures of itself.
type Metrics struct{ Latency, Power int }

// State returns the process's state.
func (n *Node) State() any { return &n.state }

// Sighting is the newest version of a process that came by Gossip, and how far a copy of it could go
// at most (technique 1).
type Sighting struct{ Version, TTL int }

// tell sends the same to everybody else.
func (n *Node) tell(body spec.Body, out *impl.Effects) {
	for j := range spec.NodeID(len(n.state.Records)) {
		if j != n.id {
			out.Send(j, body)
		}
	}
}
