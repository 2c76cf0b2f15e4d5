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

// A record goes on to others than whom it is from and of, one hop less far, and with TTL 1 not at all
// (c11, c12). What is known goes on where it may go further than before (C4.2).
func TestForward(t *testing.T) {
	const json = `{"nodes": 4, "ttl": 3, "detector": "told", "origins": [0]`
	n := process(t, 1, json+`}`)
	first, second := record(0, 1), record(0, 2)
	handle(t, n,
		handled{"one hop left", delivered(2, gossip(first, 1)), nil},
		handled{"further", delivered(2, gossip(first, 2)), sends(gossip(first, 1), 3)},
		handled{"from its origin, further still", delivered(0, gossip(first, 3)), sends(gossip(first, 2), 2, 3)},
		handled{"as far", delivered(3, gossip(first, 3)), nil},
		handled{"less far", delivered(3, gossip(first, 2)), nil},
		handled{"its own", delivered(3, gossip(record(1, 7), 3)), nil},
		handled{"newer", delivered(3, gossip(second, 2)), sends(gossip(second, 1), 2)},
		handled{"older", delivered(2, gossip(first, 3)), nil},
		handled{
			"another origin, the same version", delivered(2, gossip(record(3, 2), 2)),
			sends(gossip(record(3, 2), 1), 0),
		},
	)
	if n.state.Records[0] != second || n.own().Version != 1 {
		t.Errorf("it knows %v", n.state.Records)
	}
	n = process(t, 1, json+`, "interpretations": ["dedup-drops"]}`)
	handle(t, n,
		handled{"dedup-drops: one hop left", delivered(2, gossip(first, 1)), nil},
		handled{"dedup-drops: further", delivered(2, gossip(first, 2)), nil},
		handled{"dedup-drops: newer", delivered(2, gossip(second, 2)), sends(gossip(second, 1), 3)},
	)
	n = process(t, 1, json+`, "interpretations": ["no-cache"]}`)
	handle(t, n,
		handled{"no-cache", delivered(2, gossip(second, 2)), sends(gossip(second, 1), 3)},
		handled{"no-cache: the same", delivered(2, gossip(second, 2)), sends(gossip(second, 1), 3)},
		handled{"no-cache: older", delivered(2, gossip(first, 2)), sends(gossip(first, 1), 3)},
	)
	if n.state.Records[0] != second || n.state.Seen[0] != (Sighting{}) {
		t.Errorf("no-cache: it knows %v, has seen %v", n.state.Records[0], n.state.Seen[0])
	}
}

// Each round publishes a new version, with what was measured last, to as many neighbours as the fanout
// says; who has published all it has to has no rounds.
func TestRoundPublishes(t *testing.T) {
	n := process(t, 1, `{"nodes": 5, "edges": [[0, 1], [1, 2], [1, 3], [2, 4]], "fanout": 2, "ttl": 2,
		"versions": 3, "detector": "told", "latencies": [5, 5, 5, 5, 5], "start": "warm"}`)
	measured := words.Record{Origin: 1, Version: 3, Latency: 7, Power: 8}
	handle(t, n,
		handled{
			"a round", fired(words.TimerGossip),
			slices.Concat([]impl.Effect{set(words.TimerGossip, time.Second)},
				sends(gossip(words.Record{Origin: 1, Version: 2, Latency: 5}, 2), 0, 2)),
		},
		handled{"a measure", told(words.Measure{Latency: 7, Power: 8}), nil},
		handled{"the last round", fired(words.TimerGossip), sends(gossip(measured, 2), 0, 2)},
	)
	follows(t, n, []spec.NodeID{0, 2, 3, 4, 1}, 0, 5, 0)
	n = New(4, configured(t, `{"nodes": 5, "edges": [[0, 1], [1, 2], [1, 3], [2, 4]], "fanout": 2,
		"detector": "told"}`))
	handle(t, n, handled{"a boot", impltest.Booted(), slices.Concat(
		sends(gossip(record(4, 1), 4), 2),
		[]impl.Effect{set(words.TimerSettle, 6*time.Second), set(words.TimerGossip, time.Second)},
	)})
	n = New(0, configured(t, `{"nodes": 1, "detector": "told", "versions": 1}`))
	handle(t, n,
		handled{"alone", impltest.Booted(), []impl.Effect{set(words.TimerSettle, 6*time.Second)}},
		handled{"settled", fired(words.TimerSettle), nil},
	)
	follows(t, n, []spec.NodeID{0}, 0, 1, 1)
}

// Under the technique rounds a record goes on with the next round (c13), once.
func TestPassOnInRounds(t *testing.T) {
	n := process(t, 1, `{"nodes": 4, "ttl": 4, "technique": "rounds", "origins": [0, 2, 3], "detector": "told"}`)
	again := set(words.TimerGossip, time.Second)
	newer := record(2, 2)
	handle(t, n,
		handled{"a record", delivered(0, gossip(record(2, 1), 2)), nil},
		handled{"the same, further", delivered(3, gossip(record(2, 1), 4)), nil},
		handled{"newer, less far", delivered(3, gossip(newer, 3)), nil},
		handled{"not to go on", delivered(3, gossip(record(3, 1), 1)), nil},
		handled{"another", delivered(0, gossip(record(0, 1), 2)), nil},
		handled{"a round", fired(words.TimerGossip), slices.Concat([]impl.Effect{again}, interleaved(
			[]spec.Body{gossip(record(0, 1), 1), gossip(newer, 2)}, 0, 2, 3))},
		handled{"the next", fired(words.TimerGossip), []impl.Effect{again}},
	)
}

// interleaved are copies of several messages to several, all to each in turn.
func interleaved(bodies []spec.Body, to ...spec.NodeID) (list []impl.Effect) {
	for _, id := range to {
		for _, body := range bodies {
			list = append(list, sends(body, id)...)
		}
	}
	return list
}

// A View has all that its sender ranks; whoever is asked for its own sends it with what it has just
// learned (technique 4).
func TestViews(t *testing.T) {
	view := func(answer bool, records ...words.Record) words.View {
		return words.View{Records: records, Answer: answer}
	}
	again := set(words.TimerGossip, time.Second)
	for _, c := range []struct {
		technique string
		answer    bool
	}{{"push", false}, {"push-pull", true}} {
		n := process(t, 0, `{"nodes": 3, "technique": "`+c.technique+`", "detector": "told"}`)
		handle(t, n,
			handled{
				"asked", delivered(1, view(true, record(0, 9), record(1, 1), record(2, 1))),
				sends(view(false, record(0, 1), record(1, 1), record(2, 1)), 1),
			},
			handled{"not asked", delivered(1, view(false, record(1, 2), record(2, 1))), nil},
			handled{"a suspicion", told(words.Suspect{Whom: 2}), nil},
			handled{"a round", fired(words.TimerGossip), slices.Concat([]impl.Effect{again},
				sends(view(c.answer, record(0, 2), record(1, 2)), 1, 2))},
		)
	}
}

// Every so many rounds peers are asked for what is missing, and send that and nothing else (technique 3, C-22).
func TestAntiEntropy(t *testing.T) {
	n := process(t, 0, `{"nodes": 4, "technique": "anti-entropy", "every": 2, "versions": 2, "detector": "told"}`)
	again := set(words.TimerGossip, time.Second)
	handle(t, n,
		handled{"some records", delivered(1, missing(record(1, 3), record(2, 2), record(3, 4))), nil},
		handled{"a round", fired(words.TimerGossip), then(again, sends(gossip(record(0, 2), 3), 1, 2, 3))},
		handled{"a suspicion", told(words.Alarm{Whom: 2}), nil},
		handled{"the second", fired(words.TimerGossip), slices.Concat([]impl.Effect{again},
			sends(words.Digest{Versions: []int{2, 3, 2, 4}}, 1, 2, 3))},
		handled{"the third", fired(words.TimerGossip), []impl.Effect{again}},
		handled{
			"who lacks some", delivered(1, words.Digest{Versions: []int{2, 2, 0, 3}}),
			sends(missing(record(3, 4)), 1),
		},
		handled{"who lacks nothing", delivered(3, words.Digest{Versions: []int{2, 3, 1, 4}}), nil},
	)
}
