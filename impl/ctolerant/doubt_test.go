package ctolerant

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// lacking is a RESPONSE of the first run whose sender has lost some.
func lacking(from, candidate spec.NodeID, lost ...spec.NodeID) impl.Event {
	ev := response(from, 1, candidate)
	body := ev.Body.(words.Response)
	body.Lost = spec.NewSet(lost...)
	ev.Body = body
	return ev
}

// Whoever was notified before an answer comes whose sender has lost a lower process is notified
// again at the end of the loop (D23), and only the LEADER that this brings about ends the wait.
func TestDoubted(t *testing.T) {
	first := handled{"1 is proposed", response(0, 1, 1), collect(notify(1, 1, 1))}
	confirmed := handled{"its LEADER", leader(1, 1, 1), nil}
	for name, events := range map[string][]handled{
		"by the last answer": {
			first, confirmed,
			{"one more", response(1, 1, 1), collect()},
			{"0 is lost", lacking(2, 1, 0, 2), await(notify(1, 1, 2))},
			{"the LEADER again", leader(1, 1, 1), nil},
			{"the second LEADER", leader(1, 1, 2), over()},
		},
		"by one before, and the first LEADER comes later": {
			first,
			{"0 is lost", lacking(1, 1, 0), collect()},
			confirmed,
			{"the last", response(2, 1, 1), await(notify(1, 1, 2))},
		},
		"not where 1 itself or higher ones are lost": {
			first, confirmed,
			{"1 and 2 are lost", lacking(1, 3, 1, 2), collect()},
			{"the last", response(2, 1, 1), []impl.Effect{stop(words.TimerCollect)}},
		},
		"not by an answer before it is notified": {
			{"2 is proposed", response(0, 1, 2), collect(notify(2, 1, 1))},
			{"1 is lost, and 0 is proposed", lacking(1, 0, 1), collect(notify(0, 1, 2))},
			{"its LEADER", leader(0, 1, 2), nil},
			{"the last", lacking(2, 2, 1), []impl.Effect{stop(words.TimerCollect)}},
		},
	} {
		t.Run(name, func(t *testing.T) { handle(t, prefers(t, words.Hybrid), events...) })
	}
}

// What a process has lost is whom its list has held and does not hold, in the elections that
// stream alone.
func TestLost(t *testing.T) {
	lost := []impl.Event{
		purge(1), told(words.Forget{Node: 0}), told(words.Forget{Node: 1}), told(words.Learn{Node: 0}),
		{Kind: impl.Delivered, From: 2, Body: words.Left{}},
	}
	for _, c := range []struct {
		variant words.Variant
		reading []words.Interpretation
		want    spec.Set
	}{
		{words.Hybrid, nil, spec.Set{1, 2}},
		{words.Optimistic, nil, spec.Set{1, 2}},
		{words.Optimistic, []words.Interpretation{words.TrustConfirmed}, nil},
		{words.Hybrid, []words.Interpretation{words.NotifyOnce}, nil},
		{words.Preferred, nil, nil},
		{words.Base, nil, nil},
	} {
		cfg := words.Config{
			Nodes: 4, Protocol: c.variant, Initiator: 3, Interpretations: c.reading,
			Churn: []words.Change{
				changes(0, words.Forgets, 1), changes(0, words.Learns, 1), changes(2, words.Leaves, spec.None),
			}, BreaksC: true,
		}.WithDefaults()
		if err := cfg.Check(); err != nil {
			t.Fatal(err)
		}
		n := New(3, cfg)
		for _, ev := range lost {
			step(n, ev)
		}
		if got := answered(t, n, 1, 0).Lost; !got.Equal(c.want) {
			t.Errorf("%s with %v: %s has been lost, it is %s", c.variant, c.reading, got, c.want)
		}
	}
}
