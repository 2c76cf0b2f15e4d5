package gossip

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults/world"
	implementation "github.com/scrutineer-go/scrutineer/impl/gossip"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// judgeState judges what a process knows; its list where that, or what it depends on, has changed.
func (m *Monitor) judgeState(e *world.Event, at spec.NodeID, is *known, ranks bool) {
	fail := func(property, format string, args ...any) {
		m.Fail(property, fmt.Sprintf("%s "+format, append([]any{at}, args...)...), e.N, nil)
	}
	for _, j := range is.ranking {
		if is.suspected[j] {
			fail(floorName, "suspects %s and ranks %s", j, list(is.ranking))
		}
	}
	if ranks && !m.cfg.Interprets(words.DeadReturns) {
		if why := m.misranked(is); why != "" {
			fail(rankedName, "%s", why)
		}
	}
	switch {
	case !is.settled && is.leader != spec.None:
		fail(settledFirstName, "follows %s and is not settled", is.leader)
	case is.settled && is.leader != is.ranking[0] && !m.cfg.Interprets(words.NoStepBack):
		fail(followsName, "follows %s and ranks %s", is.leader, list(is.ranking))
	}
	if (is.reign > 0) != (is.acts(at) && !m.cfg.Interprets(words.NoEpochs)) {
		fail(reignsName, "follows %s and reigns under %d", is.leader, is.reign)
	}
}

// misranked says what is wrong with a list: it has all who are known and not suspected, once, the best
// first.
func (m *Monitor) misranked(is *known) string {
	candidates := 0
	for j := range is.records {
		if is.ranks(spec.NodeID(j)) {
			candidates++
		}
	}
	by := m.scale(is.records, is.ranking)
	for i, j := range is.ranking {
		switch {
		case !is.ranks(j):
			return fmt.Sprintf("ranks %s, and does not know %s or suspects it", list(is.ranking), j)
		case slices.Contains(is.ranking[:i], j):
			return fmt.Sprintf("ranks %s, and so %s twice", list(is.ranking), j)
		case i > 0 && by.before(&is.records[j], &is.records[is.ranking[i-1]]):
			return fmt.Sprintf("ranks %s, and %s is better than %s", list(is.ranking), j, is.ranking[i-1])
		}
	}
	if candidates != len(is.ranking) {
		return fmt.Sprintf("ranks %s, and might rank %d", list(is.ranking), candidates)
	}
	return ""
}

// judgeMasters holds a process that acts against all others who do.
func (m *Monitor) judgeMasters(w *world.World, e *world.Event, at spec.NodeID, is *known) {
	if !is.acts(at) {
		m.acting = m.acting.Without(at)
		return
	}
	for _, other := range m.acting {
		if other == at {
			continue
		}
		m.Fail(oneMasterName, fmt.Sprintf("%s acts, and so does %s", at, other), e.N,
			[]string{assumeBeatsInTime, assumeKnownInTime, assumeSameMetrics})
		if m.nodes[other].reign == is.reign {
			m.Fail(oneMasterPerEpochName, fmt.Sprintf("%s and %s act under epoch %d", other, at, is.reign), e.N, nil)
		}
	}
	m.acting = m.acting.With(at)
	if is.reign == 0 {
		return
	}
	if is.reign < is.epoch {
		m.Saw(sawOutdated)
	}
	if before, was := m.claims[is.reign]; was && before != at {
		m.Fail(claimedOnceName, fmt.Sprintf("%s claims under epoch %d, under which %s has", at, is.reign, before),
			e.N, nil)
	}
	m.claims[is.reign] = at
}

// judgeStep judges what a process that stays up has learned with an event.
func (m *Monitor) judgeStep(w *world.World, e *world.Event, was, is *known) {
	at := e.Action.At
	if !same(was.records, is.records) || !same(was.seen, is.seen) {
		m.judgeVersions(e, was, is)
	}
	if is.epoch < was.epoch || is.reign != 0 && is.reign != was.reign && is.reign <= was.epoch {
		m.Fail(epochGrowsName, fmt.Sprintf("%s has epoch %d and reigns under %d, after epoch %d",
			at, is.epoch, is.reign, was.epoch), e.N, nil)
	}
	for j := range is.suspected {
		switch j := spec.NodeID(j); {
		case is.suspected[j] && !was.suspected[j]:
			m.suspects(w, e, j)
		case was.suspected[j] && !is.suspected[j]:
			m.Saw(sawTakenBack)
			if !isNews(&e.Action, j) && is.records[j].Version <= was.records[j].Version {
				m.Fail(resurrectedByNewsName, fmt.Sprintf("%s does not suspect %s any more, and there is no news",
					at, j), e.N, nil)
			}
		}
	}
	switch {
	case is.acts(at) && !was.acts(at):
		m.Saw(sawClaimed)
		if was.leader != spec.None && !w.Up(was.leader) {
			m.failed = true
			m.Saw(sawFailedOver)
		}
	case was.acts(at) && !is.acts(at):
		m.Saw(sawSteppedBack)
	}
}

// suspects judges that a process suspects another from now on. Where the master alone beats, whoever
// takes another one's place late is suspected for its silence.
func (m *Monitor) suspects(w *world.World, e *world.Event, j spec.NodeID) {
	m.Saw(sawSuspected)
	if w.Up(j) && e.Action.Name != spec.Deliver(words.KindClaim) {
		m.Fail(suspectsTheDeadName, fmt.Sprintf("%s suspects %s, who is up", e.Action.At, j), e.N,
			[]string{assumeBeatsInTime})
	}
}

// isNews tells whether a step is news of a process by itself.
func isNews(a *spec.Action, j spec.NodeID) bool {
	switch a.Name {
	case spec.Deliver(words.KindBeat), spec.Deliver(words.KindClaim):
		return a.Msg.From == j
	case words.KindTrust:
		return a.Msg.Body.(words.Trust).Whom == j
	}
	return false
}

// judgeVersions judges that nobody goes back to an older version.
func (m *Monitor) judgeVersions(e *world.Event, was, is *known) {
	at := e.Action.At
	for j := range is.records {
		fell := is.records[j].Version < was.records[j].Version && !m.cfg.Interprets(words.NoFloor)
		if fell || is.seen[j].Version < was.seen[j].Version {
			m.Fail(versionsGrowName, fmt.Sprintf("%s knows version %d of %d and has seen %d, after %d and %d", at,
				is.records[j].Version, j, is.seen[j].Version, was.records[j].Version, was.seen[j].Version), e.N, nil)
		}
	}
	if mine, before := is.records[at], was.records[at]; mine.Latency != before.Latency || mine.Power != before.Power {
		m.Saw(sawRemeasured)
		m.trust.remeasured = true
	}
}

// publishes tells whether a process has a version left to publish in its next round.
func (m *Monitor) publishes(at spec.NodeID) bool {
	return m.cfg.Origins.Has(at) &&
		(m.cfg.Versions == 0 || m.nodes[at].records[at].Version < m.cfg.Versions)
}

// judgeSends judges what a process sends of others, in the face of what has come.
func (m *Monitor) judgeSends(e *world.Event, is *known) {
	for i := range e.Effects {
		if g, one := e.Effects[i].Body.(words.Gossip); one && g.Record.Origin != e.Action.At {
			m.judgePassedOn(e, e.Effects[i].To, g, is)
		}
	}
	for i := range e.Effects {
		if g, one := e.Effects[i].Body.(words.Gossip); one {
			is.passed[g.Record.Origin] = implementation.Sighting{Version: g.Record.Version, TTL: g.TTL}
		}
	}
	if asked, one := e.Action.Msg.Body.(words.Digest); one {
		m.judgeAnswer(e, asked, is)
	}
}

// judgePassedOn judges one copy of a record that a process passes on.
func (m *Monitor) judgePassedOn(e *world.Event, to spec.NodeID, body words.Gossip, is *known) {
	at, r := e.Action.At, body.Record
	if came, is := e.Action.Msg.Body.(words.Gossip); is &&
		(body.TTL != came.TTL-1 || r != came.Record || to == e.Action.Msg.From || to == r.Origin) {
		m.Fail(hopsFallName, fmt.Sprintf("%s passes on %v to %s, and %v came from %s", at, body, to, came,
			e.Action.Msg.From), e.N, nil)
	}
	if known := is.seen[r.Origin]; m.cfg.Technique == words.Rounds && known.Version == r.Version &&
		body.TTL >= known.TTL {
		m.Fail(hopsFallName, fmt.Sprintf("%s passes on %v, of which no copy came that may go further than %d hops",
			at, body, known.TTL), e.N, nil)
	}
	before := is.passed[r.Origin]
	if r.Version < before.Version || r.Version == before.Version && body.TTL <= before.TTL {
		m.Fail(passedOnOnceName, fmt.Sprintf("%s passes on %v, after version %d to go %d hops", at, body,
			before.Version, before.TTL), e.N, nil)
	}
	if r.Version == before.Version && body.TTL > before.TTL {
		m.Saw(sawFurther)
	}
}

// judgeAnswer judges that who asks for what is newer is sent that, all of it, and nothing else.
func (m *Monitor) judgeAnswer(e *world.Event, asked words.Digest, is *known) {
	var sent, lacks []words.Record
	for i := range e.Effects {
		if answer, one := e.Effects[i].Body.(words.Missing); one {
			sent = answer.Records
			m.Saw(sawMissing)
		}
	}
	for j := range is.records {
		id := spec.NodeID(j)
		if is.ranks(id) && id != e.Action.Msg.From && is.records[j].Version > asked.Versions[j] {
			lacks = append(lacks, is.records[j])
		}
	}
	if !slices.Equal(sent, lacks) {
		m.Fail(answersName, fmt.Sprintf("%s is asked by %s for what is newer than %v, and answers with %v, not %v",
			e.Action.At, e.Action.Msg.From, asked.Versions, sent, lacks), e.N, nil)
	}
}

// scale is by how much criteria count: the paper's formula (1), times all that it divides by.
type scale struct {
	latency, power, id int64
	ties               bool // equals are ordered by number
}

// scale is that by which these are ranked.
func (m *Monitor) scale(records []words.Record, of []spec.NodeID) scale {
	cfg := &m.cfg
	latency, power, id := int64(cfg.LatencyScale), int64(cfg.PowerScale), int64(cfg.Nodes)
	if cfg.Interprets(words.LocalNormalisers) {
		latency, power, id = 1, 1, 1
		for _, j := range of {
			latency, power = max(latency, int64(records[j].Latency)), max(power, int64(records[j].Power))
			id = max(id, int64(j)+1)
		}
	}
	switch {
	case cfg.Interprets(words.RawMilliseconds):
		latency = 1_000
	case cfg.Interprets(words.RawSeconds):
		latency = 1_000_000
	}
	w := cfg.Weights
	return scale{
		latency: int64(w[0]) * power * id, power: int64(w[1]) * latency * id, id: int64(w[2]) * latency * power,
		ties: !cfg.Interprets(words.IDSummand),
	}
}

// before tells whether one stands before another.
func (s scale) before(a, b *words.Record) bool {
	score := func(r *words.Record) int64 {
		return s.latency*int64(r.Latency) + s.power*int64(r.Power) + s.id*int64(r.Origin+1)
	}
	return score(a) < score(b) || s.ties && score(a) == score(b) && a.Origin < b.Origin
}
