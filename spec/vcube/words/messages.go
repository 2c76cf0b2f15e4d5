// Package words has what the statements of vCube's leader election share: its messages and
// records, the names of its timers, the interpretations of the paper, and the configuration.
// The paper is Rodrigues, Freitas, Fulber-Garcia and Duarte, "A Hierarchical Adaptive Leader
// Election Algorithm for Crash-Recovery Distributed Systems" (LADC 2024).
//
// It has no logic of the protocol, and must not import any of its statements. Start reading at
// [Config] and [Interpretations].
package words

import (
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Unknown is the incarnation of a process that nobody has told of since one has recovered.
const Unknown = -1

// Request asks for one test (REQUEST).
type Request struct {
	// Life is the incarnation in which the tester sent it, Nonce the number of its test in
	// that life, in a circle: together they tell an answer to this test from all others.
	Life, Nonce int
}

// Reply answers a Request (REPLY), with its Life and Nonce.
type Reply struct {
	Life, Nonce int
	// Timestamps and Incarnations are those that the tested process has, by process. Nobody
	// may change them: they may be the tested process's own.
	Timestamps, Incarnations []int
}

// Record is what a process keeps on its disk: each Store of the paper writes the whole of it.
type Record struct {
	Incarnation int
	// Count is how often the process has recovered in sequence from failing as the leader.
	Count int
	// Leader is whom it elected last, None where that was never stored.
	Leader spec.NodeID
}

// The kinds, and the timers: the clock of the testing interval, and that of the one test that a
// process has open.
const (
	KindRequest              = "Request"
	KindReply                = "Reply"
	TimerInterval spec.Timer = "Interval"
	TimerTest     spec.Timer = "Test"
)

// TimerTestOf is that of the test of one process, where a baseline tests several at a time.
func TimerTestOf(peer spec.NodeID) spec.Timer { return spec.TimerOf(TimerTest.Name(), peer) }

// Kind returns "Request".
func (Request) Kind() string { return KindRequest }

// Kind returns "Reply".
func (Reply) Kind() string { return KindReply }

func init() { codec.Register(Request{}, Reply{}, Record{}) }
