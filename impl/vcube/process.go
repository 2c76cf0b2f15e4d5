package vcube

import (
	"time"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// Process is a process that holds others for correct or suspects them, elects, and recovers. Whom
// it tests when is the business of whoever has it.
type Process struct {
	ID     spec.NodeID
	Config words.Config
	// View points into the state of the node that has the Process.
	*View
}

// View is all of a Process that changes. Before its first event it has no arrays.
type View struct {
	// Timestamps count, by process, how often it has changed between correct and suspected,
	// as far as is known here: even is correct. Incarnations count how often it has come up,
	// Unknown where nobody has told since this process has. Both may be shared: they are
	// replaced, and never written to.
	Timestamps, Incarnations []int
	// Correct tells for each process whether it is held for correct.
	Correct []bool
	// Leader is whom this process follows, None before its first event.
	Leader spec.NodeID
	// Recovering is set from a recovery to the end of the first round after it.
	Recovering bool
	// Count is how often in sequence this process has failed as the leader.
	Count int
	// Nonce numbers the tests of this life, in a circle.
	Nonce int
	// Frozen is what replies tell under FrozenReplies, else empty.
	Frozen Knowledge
	// Doublings is how often the timeout of tests has doubled, Doubled the nonce of the last test
	// that had begun when it did so last.
	Doublings, Doubled int
}

// Knowledge is what a process tells of all processes.
type Knowledge struct{ Timestamps, Incarnations []int }

// Fresh is the View of a process before its first event.
func Fresh() View { return View{Leader: spec.None} }

// Knows returns the View itself, out of the state of any node that has one.
func (v *View) Knows() *View { return v }

// life is the process's own incarnation.
func (p *Process) life() int { return p.Incarnations[p.ID] }

// Answer answers a test.
func (p *Process) Answer(to spec.NodeID, asked words.Request, out *impl.Effects) {
	told := Knowledge{p.Timestamps, p.Incarnations}
	if p.Config.Interprets(words.FrozenReplies) {
		told = p.Frozen
	}
	out.Send(to, words.Reply{
		Life: asked.Life, Nonce: asked.Nonce,
		Timestamps: told.Timestamps, Incarnations: told.Incarnations,
	})
}

// Freeze has replies tell, under FrozenReplies, what is known now (V11).
func (p *Process) Freeze() {
	if p.Config.Interprets(words.FrozenReplies) {
		p.Frozen = Knowledge{p.Timestamps, p.Incarnations}
	}
}

// NextTest counts on the nonce, which tells the tests of one life apart.
func (p *Process) NextTest() {
	if p.Nonce++; p.Nonce == p.Config.Nonces {
		p.Nonce = 0
	}
}

// Ask sends the request of the test with the present nonce.
func (p *Process) Ask(whom spec.NodeID, out *impl.Effects) {
	out.Send(whom, words.Request{Life: p.life(), Nonce: p.Nonce})
}

// Answers tells whether a reply is to a test of this life with the nonce of the last one.
func (p *Process) Answers(r words.Reply) bool { return r.Life == p.life() && r.Nonce == p.Nonce }

// longest is what no timeout grows beyond but by one doubling.
const longest = words.MaxMS * time.Millisecond

// Timeout is how long a test waits for its answer.
func (p *Process) Timeout() time.Duration { return p.Config.TimeoutTime() << p.Doublings }

// TooLate notes a reply that no test waits for. Where it comes from somebody who is suspected the
// test was given up too early, and the next ones wait twice as long (Y11). Only what was asked
// in this life tells anything about it, and since the timeout has doubled last: where many
// replies are late together they tell the same.
func (p *Process) TooLate(from spec.NodeID, r words.Reply) {
	if r.Life != p.life() || p.Correct[from] || p.Config.Interprets(words.FixedTimeout) {
		return
	}
	if p.since(r.Nonce) <= p.since(p.Nonce) && p.since(r.Nonce) > 0 && p.Timeout() < longest {
		p.Doublings++
		p.Doubled = p.Nonce
	}
}

// since is how many tests after the timeout has doubled last the one with that nonce began.
func (p *Process) since(nonce int) int {
	return (nonce - p.Doubled + p.Config.Nonces) % p.Config.Nonces
}
