package ctolerant

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// The assumptions of the paper and those that its proofs need besides, as far as they
// apply to elections with one initiator. S6 (whom to ask is chosen anew) holds in every run:
// at least f+1 of those that have not answered are asked each time, or all that are known,
// so every choice reaches a live one. words.Config demands that a list holds
// its owner, so that S1 is a matter of reading, and S7
// (TIMEOUT is at last longer than NOTIFY and LEADER take) is what the world gives: from
// Stop on no timer fires while a copy is in flight.
const (
	assumeF         = "f"         // at most f processes crash
	assumeInitiator = "Initiator" // the initiator stays up (its failure is out of the paper's scope)
	assumeS1        = "S1"        // a responder ranks itself too
	assumeS2        = "S2"        // the initiator's list and the group hold at least c+f+1
	assumeS3        = "S3"        // at most c lists lack a process at some time of the run while it is alive
	assumeS4        = "S4"        // the dead are taken out of every list in the end
	assumeS5        = "S5"        // the lowest alive does not crash before the election is over
	assumeS7        = "S7"        // TIMEOUT is long enough in the end
	assumeS8        = "S8"        // a LEADER says which run it is of (the rules run and tagged)
)

// Assumptions lists those that runs are judged for.
func Assumptions() []string {
	return []string{
		assumeF, assumeInitiator, assumeS1, assumeS2, assumeS3, assumeS4, assumeS5, assumeS7, assumeS8,
	}
}

// needs returns the assumptions without which a property is not claimed. The
// paper's own rules are held to what the paper says of them; tags are claimed with less.
func needs(cfg words.Config, property string) []string {
	switch property {
	case everybodyLed, runEnds:
		return []string{assumeF, assumeInitiator, assumeS2, assumeS4, assumeS7}
	case ct1Name:
		return []string{assumeS1, assumeS3}
	case fewRestartsName, messageCount:
		return []string{assumeS1}
	case targetsName, restartsName:
		return nil
	case lowestLatelyName:
		switch {
		case tells(cfg) && cfg.Protocol.Streams():
			// Whoever was notified first is followed until the run goes on: it must be able to.
			return []string{assumeF, assumeInitiator, assumeS1, assumeS2, assumeS3}
		case tells(cfg):
			return []string{assumeInitiator, assumeS1, assumeS3}
		}
	case agreementName, preferenceName:
		if tells(cfg) {
			return nil
		}
	}
	return []string{assumeF, assumeInitiator, assumeS1, assumeS2, assumeS3}
}

// tells is whether a LEADER's tag is looked at.
func tells(cfg words.Config) bool { return cfg.Rule == words.Run || cfg.Rule == words.Tagged }

// assumptions judges one run's, from its events: what the membership service has
// said counts, not what a process has made of it.
type assumptions struct {
	cfg     words.Config
	crashes int
	lacked  []int      // for each process, how many lists have lacked it while it was alive
	lists   []spec.Set // the lists as the membership service has made them
	broke   spec.SetOf[string]
	settled bool // an election has ended: the run was quiescent with a leader
}

func newAssumptions(cfg words.Config) assumptions {
	a := assumptions{cfg: cfg, lacked: make([]int, cfg.Nodes), lists: slices.Clone(cfg.Lists)}
	for _, list := range cfg.Lists {
		if len(list) == cfg.Nodes {
			continue
		}
		for _, id := range spec.AllNodes(cfg.Nodes).Minus(list) {
			a.lacked[id]++
		}
	}
	if len(cfg.Lists[cfg.Initiator]) < cfg.Quorum() || cfg.Nodes < cfg.Quorum() {
		a.broke = a.broke.With(assumeS2)
	}
	if !tells(cfg) {
		a.broke = a.broke.With(assumeS8)
	}
	if cfg.Reads(words.OmitSelf) {
		a.broke = a.broke.With(assumeS1)
	}
	return a
}

func (s *assumptions) observe(w *faults.World, a *spec.Action) {
	switch {
	case !w.Up(a.At): // it has just crashed, or crashed inside the step
		if s.crashes++; s.crashes > s.cfg.F {
			s.broke = s.broke.With(assumeF)
		}
		if a.At == s.cfg.Initiator {
			s.broke = s.broke.With(assumeInitiator)
		}
		if !s.settled && a.At < spec.Lowest(w.Living()) {
			s.broke = s.broke.With(assumeS5)
		}
	case a.Name == words.KindPurge:
		dead := a.Msg.Body.(words.Purge).Node
		s.lists[a.At] = s.lists[a.At].Without(dead)
		if w.Up(dead) {
			s.lacked[dead]++
		}
	case w.Stopped() && a.Timer == words.TimerAwait && a.Name == spec.Premature(words.TimerAwait):
		s.broke = s.broke.With(assumeS7)
	}
	s.settled = s.settled || w.Quiescent() && w.Up(s.cfg.Initiator) && leaderOf(w, s.cfg.Initiator) != spec.None
}

// end judges what only the end shows.
func (s *assumptions) end(w *faults.World) {
	for _, id := range w.Living() {
		for _, dead := range w.Down() {
			if s.lists[id].Has(dead) {
				s.broke = s.broke.With(assumeS4)
			}
		}
	}
	for _, n := range s.lacked {
		if n > s.cfg.C {
			s.broke = s.broke.With(assumeS3)
		}
	}
}

func (s *assumptions) broken() []string { return s.broke }
