package ctolerant

import (
	"encoding/json"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// answersJoiners reports whether who joins is answered (D20) whatever a campaign draws beside what
// is fixed: not by the rules that compare no tags. A campaign with such a rule is about that rule,
// and draws nobody who joins: each would be a failure that has nothing to do with it.
func answersJoiners(fixed map[string]json.RawMessage) bool {
	rule := campaign.Given(fixed, "rule", func() words.Rule { return words.Tagged })
	return rule != words.Last && rule != words.Lowest
}

// unreachable names the witnesses that no run with these fixed fields can be one of.
func unreachable(fixed map[string]json.RawMessage) []string {
	var none []string
	if protocol, ok := given[words.Variant](fixed, "protocol"); ok {
		none = append(none, when(!protocol.Prefers(), sawEmpty, sawUnhealthy, sawSuspected)...)
		none = append(none, when(!protocol.Streams(), sawReplaced, sawRenewed)...)
	}
	nodes, ok := given[int](fixed, "nodes")
	if ok && nodes == 1 { // who is alone answers itself, and can only be late
		return slices.DeleteFunc(Witnesses(), func(name string) bool {
			return slices.Contains([]string{sawElected, sawResent, sawRestarted, sawOldLeader}, name)
		})
	}
	c, ok := given[int](fixed, "c") // then a run decides by one answer, as good as any other
	none = append(none, when(ok && c == 0, sawReplaced, sawRenewed, sawEmpty, sawUnblocked)...)
	f, fOK := given[int](fixed, "f")
	none = append(none, when(fOK && f == 0, sawLeft)...)
	none = append(none, when(ok && c == 0 && fOK && f == 0, sawStale)...) // somebody beyond f must crash, and be purged
	y, ok := given[int](fixed, "y")
	none = append(none, when(ok && y == 0, sawEmpty, sawUnhealthy)...)
	initiator, ok := given[spec.NodeID](fixed, "initiator") // which never crashes, and rarely leaves
	none = append(none, when(ok && initiator == 0, sawSucceeded)...)
	rivals, ok := given[spec.Set](fixed, "rivals")
	none = append(none, when(ok && len(rivals) == 0, sawYielded, sawTookOver)...)
	churn, still := given[[]words.Change](fixed, "churn")
	none = append(none, when(ok && len(rivals) == 0 && still && len(churn) == 0, SawChurn)...)
	return append(none, unchanged(fixed)...)
}

// unchanged names the witnesses of churn that there cannot be.
func unchanged(fixed map[string]json.RawMessage) []string {
	var none []string
	churn, given := given[[]words.Change](fixed, "churn")
	does := func(verb words.Verb) bool {
		return !given || slices.ContainsFunc(churn, func(c words.Change) bool { return c.Does == verb })
	}
	_, listed := fixed["lists"]
	joins := does(words.Joins) && (given || !listed && answersJoiners(fixed))
	none = append(none, when(!does(words.Forgets), sawForgot)...)
	none = append(none, when(!does(words.Learns), sawLearned, sawStale)...)
	none = append(none, when(!does(words.Leaves), sawLeft)...)
	none = append(none, when(!joins, sawJoined)...)
	none = append(none, when(!joins || !answersJoiners(fixed), sawWelcomed)...)
	none = append(none, when(!does(words.Learns) && !joins, sawUnblocked)...)
	switches := campaign.Given(fixed, "interpretations", func() (none spec.SetOf[words.Interpretation]) { return none })
	none = append(none, when(switches.Has(words.JoinUnanswered), sawWelcomed)...)
	none = append(none, when(switches.Has(words.TrustConfirmed) || switches.Has(words.NotifyOnce), sawRenewed)...)
	none = append(none, when(switches.Has(words.NobodyYields), sawYielded)...)
	return append(none, when(switches.Has(words.NoTakeover) || switches.Has(words.NobodyYields), sawTookOver)...)
}

// given returns a field that is fixed, and whether it is.
func given[T any](fixed map[string]json.RawMessage, name string) (T, bool) {
	drawn := false
	value := campaign.Given(fixed, name, func() (none T) { drawn = true; return none })
	return value, !drawn
}

// when returns the names where that holds.
func when(holds bool, names ...string) []string {
	if holds {
		return names
	}
	return nil
}
