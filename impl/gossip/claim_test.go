package gossip

import (
	"slices"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/impltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

const warmThree = `{"nodes": 3, "start": "warm", "detector": "told", "origins": []`

// Who is suspected is not ranked until there is news of it: a newer version, a beat, or Trust (c8). The
// next in the list follows, and at the next failure the next (c9: and steps back for the better one).
func TestSuspicionAndFloor(t *testing.T) {
	n := process(t, 2, warmThree+`}`)
	follows(t, n, []spec.NodeID{0, 1, 2}, 0, 3, 0)
	handle(t, n, handled{"the first is silent", told(words.Suspect{Whom: 0}), nil})
	follows(t, n, []spec.NodeID{1, 2}, 1, 3, 0)
	handle(t, n, handled{"the second is", told(words.Suspect{Whom: 1}), nil})
	follows(t, n, []spec.NodeID{2}, 2, 5, 5)
	handle(t, n, handled{"an old record", delivered(1, missing(record(0, 1))), nil})
	follows(t, n, []spec.NodeID{2}, 2, 5, 5)
	handle(t, n, handled{"a newer one", delivered(1, missing(record(0, 2))), nil})
	follows(t, n, []spec.NodeID{0, 2}, 0, 5, 0)
	handle(t, n, handled{"a beat", delivered(1, words.Beat{}), nil})
	follows(t, n, []spec.NodeID{0, 1, 2}, 0, 5, 0)
	step(n, told(words.Alarm{Whom: 0}))
	handle(t, n, handled{"the same alarm", told(words.Alarm{Whom: 0}), nil})
	follows(t, n, []spec.NodeID{1, 2}, 1, 5, 0)
	handle(t, n, handled{"trust", told(words.Trust{Whom: 0}), nil})
	follows(t, n, []spec.NodeID{0, 1, 2}, 0, 5, 0)
}

// Without the floor any record brings back whoever was forgotten; its beat alone does not.
func TestNoFloor(t *testing.T) {
	n := process(t, 2, warmThree+`, "interpretations": ["no-floor"]}`)
	step(n, told(words.Suspect{Whom: 0}))
	follows(t, n, []spec.NodeID{1, 2}, 1, 3, 0)
	step(n, delivered(0, words.Beat{Epoch: 6}))
	follows(t, n, []spec.NodeID{1, 2}, 1, 6, 0)
	step(n, delivered(1, missing(record(0, 1))))
	follows(t, n, []spec.NodeID{0, 1, 2}, 0, 6, 0)
}

// C4.3: as printed the list is shifted, and the next ranking has the failed master first again.
func TestDeadReturns(t *testing.T) {
	n := process(t, 1, warmThree+`, "interpretations": ["dead-returns", "no-epochs"]}`)
	refresh := []impl.Effect{set(words.TimerRefresh, 10*time.Second)}
	handle(t, n, handled{"not the first", told(words.Suspect{Whom: 2}), nil})
	follows(t, n, []spec.NodeID{0, 1, 2}, 0, 0, 0)
	handle(t, n, handled{"the first", told(words.Suspect{Whom: 0}), nil})
	follows(t, n, []spec.NodeID{1, 2}, 1, 0, 0)
	handle(t, n, handled{"T_refresh", fired(words.TimerRefresh), refresh})
	follows(t, n, []spec.NodeID{0, 1, 2}, 0, 0, 0)
	step(n, told(words.Suspect{Whom: 0}))
	handle(t, n, handled{"a record of another", delivered(2, missing(record(2, 2))), nil})
	follows(t, n, []spec.NodeID{0, 1, 2}, 0, 0, 0)
}

// C4.4: nobody claims before it is settled: by time, by whom it knows, or at once.
func TestSettling(t *testing.T) {
	const cold = `{"nodes": 3, "detector": "told", "origins": []`
	n := process(t, 1, cold+`}`)
	follows(t, n, []spec.NodeID{1}, spec.None, 0, 0)
	learn(n, record(2, 1))
	follows(t, n, []spec.NodeID{1, 2}, spec.None, 0, 0)
	step(n, fired(words.TimerSettle))
	follows(t, n, []spec.NodeID{1, 2}, 1, 1, 1)
	learn(n, record(0, 1))
	follows(t, n, []spec.NodeID{0, 1, 2}, 0, 1, 0)

	n = process(t, 1, cold+`, "interpretations": ["claim-at-start"]}`)
	follows(t, n, []spec.NodeID{1}, 1, 1, 1)

	n = process(t, 1, cold+`, "quorum": 2, "interpretations": ["claim-when-known"]}`)
	follows(t, n, []spec.NodeID{1}, spec.None, 0, 0)
	learn(n, record(2, 1))
	follows(t, n, []spec.NodeID{1, 2}, 1, 1, 1)

	n = process(t, 1, cold+`, "quorum": 1, "interpretations": ["claim-when-known"]}`)
	follows(t, n, []spec.NodeID{1}, 1, 1, 1)

	n = process(t, 2, cold+`, "interpretations": ["no-step-back"]}`)
	step(n, fired(words.TimerSettle))
	learn(n, record(0, 1))
	follows(t, n, []spec.NodeID{0, 2}, 2, 2, 2)
}

// Each claim is under an epoch greater than all that was heard of, and that nobody else has.
func TestEpochs(t *testing.T) {
	n := process(t, 1, warmThree+`}`)
	for _, c := range []struct{ heard, epoch int }{{0, 4}, {4, 7}, {7, 10}, {11, 13}, {15, 16}, {16, 19}} {
		step(n, delivered(0, words.Beat{Epoch: c.heard}))
		step(n, told(words.Suspect{Whom: 0}))
		follows(t, n, []spec.NodeID{1, 2}, 1, c.epoch, c.epoch)
		step(n, delivered(2, words.Beat{Epoch: c.heard}))
		follows(t, n, []spec.NodeID{1, 2}, 1, c.epoch, c.epoch) // an older epoch is not heard of
		step(n, told(words.Trust{Whom: 0}))
	}
	n = process(t, 1, warmThree+`, "interpretations": ["shared-epochs"]}`)
	follows(t, n, []spec.NodeID{0, 1, 2}, 0, 1, 0)
	step(n, told(words.Suspect{Whom: 0}))
	follows(t, n, []spec.NodeID{1, 2}, 1, 2, 2)
	step(n, delivered(2, words.Beat{Epoch: 9}))
	follows(t, n, []spec.NodeID{1, 2}, 1, 9, 2) // who acts goes on acting: whoever takes its commands fences
}

// Where claims are announced, whoever hears of a later one than all before follows it, and those before
// it are suspected with it.
func TestAnnounced(t *testing.T) {
	const json = `{"nodes": 4, "start": "warm", "detector": "told", "origins": []`
	n := process(t, 1, json+`, "interpretations": ["announce"]}`)
	handle(t, n, handled{"a claim", told(words.Suspect{Whom: 0}), sends(words.Claim{Epoch: 5}, 0, 2, 3)})
	n = process(t, 3, json+`, "interpretations": ["announce"]}`)
	step(n, delivered(2, words.Claim{Epoch: 4}))
	follows(t, n, []spec.NodeID{0, 1, 2, 3}, 0, 4, 0) // as late as the claim of 0
	step(n, delivered(2, words.Claim{Epoch: 6}))
	follows(t, n, []spec.NodeID{2, 3}, 2, 6, 0)
	step(n, delivered(0, words.Claim{Epoch: 8}))
	follows(t, n, []spec.NodeID{0, 2, 3}, 0, 8, 0) // it was suspected
	step(n, delivered(0, words.Claim{Epoch: 12}))
	follows(t, n, []spec.NodeID{0, 2, 3}, 0, 12, 0)
	step(n, told(words.Suspect{Whom: 2}))
	step(n, delivered(1, words.Claim{Epoch: 13}))
	follows(t, n, []spec.NodeID{1, 3}, 1, 13, 0)

	n = process(t, 2, json+`, "interpretations": ["announce"]}`)
	step(n, delivered(3, words.Claim{Epoch: 7}))
	follows(t, n, []spec.NodeID{2, 3}, 2, 10, 10) // it is better than who claims, and does not suspect itself

	n = process(t, 3, json+`, "interpretations": ["announce", "no-floor"]}`)
	step(n, delivered(1, words.Claim{Epoch: 5}))
	if follows(t, n, []spec.NodeID{1, 2, 3}, 1, 5, 0); n.state.Records[0].Version != 0 {
		t.Error("0 is not forgotten")
	}
	n = process(t, 3, json+`, "interpretations": ["announce", "dead-returns"]}`)
	step(n, delivered(2, words.Claim{Epoch: 6}))
	follows(t, n, []spec.NodeID{2, 3}, 2, 6, 0)
	step(n, delivered(1, words.Claim{Epoch: 9}))
	follows(t, n, []spec.NodeID{2, 3}, 2, 9, 0)
	n = process(t, 1, json+`, "interpretations": ["announce", "dead-returns"]}`)
	step(n, delivered(3, words.Claim{Epoch: 7}))
	follows(t, n, []spec.NodeID{1, 3}, 1, 9, 9)
}

// Everybody beats, and the silence of each is measured.
func TestBeats(t *testing.T) {
	const json = `{"nodes": 3, "start": "warm", "origins": []`
	n := New(1, configured(t, json+`}`))
	wait := func(j spec.NodeID) impl.Effect { return set(words.Wait(j), 1700*time.Millisecond) }
	clock := set(words.ClockBeat, 500*time.Millisecond)
	handle(t, n,
		handled{"a boot", impltest.Booted(), []impl.Effect{clock, wait(0), wait(2)}},
		handled{"a beat", delivered(0, words.Beat{Epoch: 3}), []impl.Effect{wait(0)}},
		handled{"its own", fired(words.ClockBeat), slices.Concat([]impl.Effect{clock}, sends(words.Beat{}, 0, 2))},
		handled{"silence", fired(words.Wait(0)), []impl.Effect{stop(words.Wait(0))}},
		handled{"as the master", fired(words.ClockBeat), then(clock, sends(words.Beat{Epoch: 4}, 0, 2))},
		handled{"a late beat", delivered(0, words.Beat{Epoch: 3}), []impl.Effect{wait(0), wait(0)}},
	)
	follows(t, n, []spec.NodeID{0, 1, 2}, 0, 4, 0)
	step(n, fired(words.Wait(2)))
	handle(t, n, handled{"news", delivered(0, missing(record(2, 2))), []impl.Effect{wait(2)}})

	n = process(t, 1, `{"nodes": 3, "origins": [], "beats": 1}`)
	handle(t, n,
		handled{"one who is not known beats", delivered(0, words.Beat{Epoch: 3}), nil},
		handled{"the last beat", fired(words.ClockBeat), sends(words.Beat{}, 0, 2)},
		handled{"somebody new", delivered(0, missing(record(0, 1))), []impl.Effect{wait(0)}},
	)
}

// Where the acting master alone beats, its silence alone is measured.
func TestMasterBeats(t *testing.T) {
	const json = `{"nodes": 3, "start": "warm", "origins": [], "interpretations": ["master-beats"]`
	wait := func(j spec.NodeID) impl.Effect { return set(words.Wait(j), 1700*time.Millisecond) }
	clock := set(words.ClockBeat, 500*time.Millisecond)
	n := New(1, configured(t, json+`}`))
	handle(t, n,
		handled{"a boot", impltest.Booted(), []impl.Effect{clock, wait(0)}},
		handled{"no beat", fired(words.ClockBeat), []impl.Effect{clock}},
		handled{"silence", fired(words.Wait(0)), slices.Concat(
			[]impl.Effect{stop(words.Wait(0))}, sends(words.Beat{Epoch: 4}, 0, 2))},
		handled{"its beat", fired(words.ClockBeat), then(clock, sends(words.Beat{Epoch: 4}, 0, 2))},
		handled{"the better one", delivered(0, words.Beat{Epoch: 6}), []impl.Effect{wait(0), wait(0)}},
		handled{"a beat of another", delivered(2, words.Beat{Epoch: 5}), nil},
	)
	if !n.state.Beating {
		t.Error("the leader is not heard")
	}

	n = New(1, configured(t, json+`, "detector": "told"}`))
	handle(t, n,
		handled{"told: a boot", impltest.Booted(), nil},
		handled{"told: another follows", told(words.Suspect{Whom: 0}), slices.Concat(
			[]impl.Effect{stop(words.Wait(0))}, sends(words.Beat{Epoch: 4}, 0, 2))},
	)
	n = process(t, 2, json+`, "detector": "told"}`)
	handle(t, n,
		handled{
			"told: the next", told(words.Suspect{Whom: 0}),
			[]impl.Effect{stop(words.Wait(0)), wait(1)},
		},
		handled{"told: it beats", delivered(1, words.Beat{Epoch: 4}), []impl.Effect{stop(words.Wait(1))}},
	)
	if !n.state.Beating {
		t.Error("told: the leader is not heard")
	}
}
