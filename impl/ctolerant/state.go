package ctolerant

import (
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// State is all of a Node that changes.
type State struct {
	// List tells for each process whether the membership list holds it.
	List []bool
	// Lost are those that List has held and does not hold now. It is kept in Optimistic and Hybrid
	// alone, whose RESPONSEs tell it (D23), and not under TrustConfirmed and NotifyOnce; else nil.
	Lost spec.Set
	// Suspicions tells for each process how often it is suspected, nil while nobody
	// ever was. What it says of this process itself is ignored.
	Suspicions []int
	// Leader is whom this process follows, None before the first LEADER.
	Leader spec.NodeID
	// Tag is that of the LEADER that made Leader the leader, as far as the rule
	// looks at it; zero where it does not.
	Tag words.Tag
	// Version is how many changes of the membership have happened at this process: what
	// it was told to forget and to learn, and its own coming or going. Whether it is in the
	// group follows from that (see outside).
	Version int
	// Announced is the latest tag with which this process has announced itself, for those
	// that join later (D20). It is kept only where some may join, under Run and Tagged, the
	// rules that compare tags, and not under JoinUnanswered; else it is zero.
	Announced words.Tag
	// ElectionNumber is that of the election that this process began last, 0 before the
	// first. All runs of an election have the same.
	ElectionNumber int
	// Rival is the election that this process has yielded to, as long as it waits for that
	// election's LEADER (D16); else zero. While there is one, Election is nil.
	Rival words.Election
	// Run is the last run that this process began, of whichever of its elections.
	Run int
	// X and Y are what its QUERYs ask for: how many of the lowest and of the
	// unhealthiest processes. They change where a run leaves nobody to lead, and
	// are never set back.
	X, Y int
	// Election is the run while it goes on, nil before and after.
	Election *Election
}

// Election is one run of INITIATEELECTION (Algorithm 1, lines 1 to 16; Algorithm 2,
// lines 1 to 18; Algorithm 3, lines 1 to 24; Algorithm 4, lines 1 to 27).
type Election struct {
	// Responders tells for each process whether its RESPONSE was counted.
	Responders []bool
	// Count is how many were counted.
	Count int
	// Candidates tells for each process whether some RESPONSE proposed it.
	Candidates []bool
	// Unhealthy tells for each process whether some RESPONSE reported it: the
	// paper's excludes.
	Unhealthy []bool
	// ID is the process that was chosen last, None before the first. Base and
	// Preferred choose once, at the end of the loop (Algorithm 1, line 12;
	// Algorithm 3, lines 19 and 20); Optimistic and Hybrid choose inside the loop,
	// whenever the lowest leader is another one (Algorithm 2, lines 10 to 12;
	// Algorithm 4, lines 18 to 22).
	ID spec.NodeID
	// Seq is how many NOTIFYLEADERs this run has sent.
	Seq int
	// Notified tells for each process whether it was sent one. It is kept under the
	// interpretation NotifyOnce only, else nil.
	Notified []bool
	// Collected is set when c+1 RESPONSEs were counted: the loop is over, and
	// LEADER from ID is awaited (Algorithm 1, line 13; Algorithm 2, line 15).
	Collected bool
	// Confirmed is set when LEADER of the last NOTIFYLEADER came from ID inside the
	// loop, which only Optimistic and Hybrid see. It counts when line 15 of
	// Algorithm 2 is reached, and is forgotten when ID changes (D8).
	Confirmed bool
	// Doubted is set when a RESPONSE that was counted after the last NOTIFYLEADER tells that one
	// lower than ID is lost. Whatever ID has said until then it may have said and died while that
	// one lived, so it is asked for a second LEADER at the end of the loop (D23).
	Doubted bool
	// Blocked is set where too few processes are known for a run to succeed.
	Blocked bool
}
