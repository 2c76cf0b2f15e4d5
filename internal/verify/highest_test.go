package verify_test

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// A state of three is a row of whom each follows.
func TestHighest(t *testing.T) {
	highest := verify.Highest[spec.NodeID, struct{}]{Leader: func(leader spec.NodeID) spec.NodeID { return leader }}
	state := func(unbooted, up spec.Set, leaders ...spec.NodeID) (st verify.Judged[spec.NodeID, struct{}]) {
		st.State.State = spec.State[spec.NodeID]{Nodes: leaders, Alive: up, Unbooted: unbooted}
		return st
	}
	says := func(err error) string {
		if err == nil {
			return ""
		}
		return err.Error()
	}
	all, two := spec.AllNodes(3), spec.AllNodes(2)
	for _, c := range []struct {
		st           verify.Judged[spec.NodeID, struct{}]
		leads, lower string
	}{
		{state(nil, all, 2, 2, 2), "", ""},
		{state(nil, two, 1, 1, 2), "", "1 leads"},
		{state(nil, two, 1, 0, 2), "1 follows 0, and up are {0,1}", ""},
		{state(nil, all, 0, 2, 2), "0 follows 0, and up are {0,1,2}", "0 leads"},
		{state(two, all, 2, 2, 2), "0 follows 2, and up are {0,1,2}", ""},
	} {
		leads, lower := says(highest.Leads(c.st)), says(highest.NeverLowerLeads(c.st))
		if leads != c.leads || lower != c.lower {
			t.Errorf("%v: %q and %q, want %q and %q", c.st, leads, lower, c.leads, c.lower)
		}
	}
	led := state(nil, all, 0, 2, 2)
	for _, c := range []struct {
		after verify.Judged[spec.NodeID, struct{}]
		want  string
	}{
		{state(nil, all, 0, 2, 1), "after Crash at 2 2 no longer leads"},
		{state(nil, two, 0, 2, 1), ""},
		{state(nil, all, 0, 1, 2), ""},
		{state(nil, spec.NewSet[spec.NodeID](0, 2), 1, 2, 2), "after Crash at 2 0 no longer leads"},
	} {
		if got := says(highest.NeverDeposed(led, spec.Action{Name: spec.Crash, At: 2}, c.after)); got != c.want {
			t.Errorf("%v: %q, want %q", c.after, got, c.want)
		}
	}
}
