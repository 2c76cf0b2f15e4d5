// Package bully brings the statements of the bully election together. Its properties are stated of the specification,
// and runs are judged by them too. Start reading at [Protocol].
package bully

import (
	"cmp"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/bully"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/bully"
	"github.com/scrutineer-go/scrutineer/spec/bully/words"
	"github.com/scrutineer-go/scrutineer/tla"
)

type (
	process    = implementation.State
	local      = specification.Local
	judged     = verify.Judged[local, struct{}]
	view       = scrutineer.View[local]
	properties = scrutineer.Properties[local]
)

//go:embed testdata/corpus/*.json
var corpus embed.FS // the plans that every go test and every verify replays

// What is assumed: of OneLeader the first three; of HighestAtTheEnd the last if leaders beat, else the first.
const (
	arrives = "NothingLost"      // no message is lost on its way to a process that is up
	patient = "NothingPremature" // no timer fires while it awaits something
	stays   = "NobodyReturns"    // a process that was down stays down
	goesOn  = "BeatsGoOn"        // no process has beaten as often as it may
)

// Protocol returns the bully election.
func Protocol() scrutineer.Registration {
	return scrutineer.Protocol[process]{
		Name: "bully", Lines: words.Lines(), Ticks: words.Clocks(), Awaits: Awaits, Says: says, GoesOn: true,
		Corpus: corpus, TLA: tla.Of("bully"), Pinned: true, Watched: []string{"LowerLeads", "TwoLeaders", "Deposed"},
		SometimesAtEnd: scrutineer.Properties[process]{"Returned": returned},
		Config: scrutineer.Configs[words.Config, process]{
			Default: words.Config{Nodes: 2}, Reading: []string{"interpretations"},
			Parse: words.Parse, Apply: apply, DrawShape: draw,
			Shrink: []func(*words.Config){ // the last process, or what is not as where nothing is said
				func(c *words.Config) { c.Nodes-- },
				func(c *words.Config) { c.Failures = spec.CrashStop },
				func(c *words.Config) { c.Start = words.Warm },
				func(c *words.Config) { c.Most = 0 },
				func(c *words.Config) { c.AnswerMS, c.CoordinatorMS, c.BeatMS, c.FailMS = 500, 1500, 1000, 3000 },
			},
		},
		CrashAfter: []string{
			spec.Boot, spec.Deliver(words.KindElection), spec.Deliver(words.KindAnswer),
			spec.Deliver(words.KindCoordinator), spec.Timeout(words.TimerAnswer),
		},
		Contenders: []scrutineer.Contender{contender("bully"), contender("bully-printed", words.Interpretations()...)},
	}
}

// apply says what depends on a configuration.
func apply(cfg words.Config, p *scrutineer.Protocol[process]) error {
	p.Nodes, p.Recovers, p.Enough = cfg.Nodes, cfg.Failures, 2*spec.Milliseconds(cfg.FailMS)
	p.New = func(id spec.NodeID, _ int) impl.Node { return implementation.New(id, cfg) }
	p.Watch = func() func(scrutineer.Step[process]) { return watch(cfg) }
	p.Assumptions = []scrutineer.Assumption[process]{
		{Name: arrives}, {Name: patient}, {Name: stays}, {Name: goesOn, Final: true},
	}
	p.Needs = map[string][]string{"OneLeader": {arrives, patient, stays}, "HighestAtTheEnd": {goesOn}}
	if cfg.Detector == words.Told {
		p.Needs["HighestAtTheEnd"], p.InputsKnowing = []string{arrives}, inputs(cfg)
	}
	highestLeads := func(v view) error { return FollowHighest(v, func(p *local) spec.NodeID { return p.Leader }) }
	p.Spec = scrutineer.Spec[process, local]{
		Module: "MCBully", Handlers: specification.Handlers(cfg), Abstraction: Image,
		Always:     properties{"OneLeader": oneLeader(false), "OneLeaderPerEpoch": oneLeader(true)},
		Steps:      map[string]func(was, is view) error{"EpochsGrow": epochsGrow, "LeadsAnew": leadsAnew(cfg)},
		Eventually: properties{"HighestAtLast": highestLeads},
		AtTheEnd:   map[string]string{"HighestAtLast": "HighestAtTheEnd"},
		Properties: ofStates(cfg),
		Fairness:   map[string][]spec.Fairness{"MCFairSpec": fairness(cfg)},
		Excuses:    func(judged) error { return errors.New("nobody need be told a false alarm") },
		Cannot:     cfg.Cannot(),
		Constants: map[string]any{
			"Detector": string(cfg.Detector), "Alarms": cfg.Alarms, "Start": string(cfg.Start), "Most": cfg.Most,
			"Interpretations": cfg.Interpretations,
		},
	}
	return nil
}

// inputs: a follower may be told that its leader is down, if it is down or, with false alarms, if it is not.
func inputs(cfg words.Config) func(spec.NodeID, *process, spec.Set) []spec.Body {
	return func(at spec.NodeID, s *process, down spec.Set) []spec.Body {
		switch leader := s.Leader(); {
		case leader == spec.None || leader == at:
			return nil
		case down.Has(leader):
			return []spec.Body{words.Suspect{Whom: leader}}
		case cfg.Alarms:
			return []spec.Body{words.Alarm{Whom: leader}}
		}
		return nil
	}
}

// Image reads a process of the implementation as the specification sees it.
func Image(_ spec.NodeID, s *process) local {
	phases := [...]specification.Phase{
		implementation.Asks: specification.Asking, implementation.Waits: specification.Waiting,
	}
	phase := cmp.Or(phases[s.Role], specification.Idle)
	return local{Phase: phase, Leader: s.Master, Epoch: s.Known, Beaten: s.Beaten}
}

// Awaits reports whether a message in flight may still answer what a timer waits for. An election goes on as long as
// there are questions and answers of its process or, once one was answered, of the processes above it. A process that
// follows hears of its leader.
func Awaits(timer spec.Timer, at spec.NodeID, s *process, copy *spec.Message) bool {
	waits := timer == words.TimerCoordinator
	switch copy.Body.(type) {
	case words.Election:
		return timer != words.TimerFail && (copy.From == at || waits && copy.From > at)
	case words.Answer:
		return timer != words.TimerFail && (copy.To == at || waits && copy.To > at)
	case words.Coordinator:
		return copy.To == at && (timer != words.TimerFail || copy.From == s.Leader())
	case words.Beat:
		return timer == words.TimerFail && copy.To == at && copy.From == s.Leader()
	}
	return false
}

// fairness: processes boot, are told who is down and who leads, and each election goes on.
func fairness(cfg words.Config) []spec.Fairness {
	all := spec.Together(spec.Boot, words.KindSuspect, spec.Deliver(words.KindCoordinator))
	goOn := []string{
		spec.Deliver(words.KindAnswer), spec.Timeout(words.TimerAnswer), spec.Timeout(words.TimerCoordinator),
	}
	for i := range spec.NodeID(cfg.Nodes) {
		name := "the election of " + i.String() + " goes on"
		all = append(all, spec.Fairness{Name: name, Of: func(a spec.Action) bool {
			return a.Name == spec.Deliver(words.KindElection) && a.Msg.From == i ||
				a.At == i && slices.Contains(goOn, a.Name)
		}})
	}
	return all
}

// draw draws two to five processes, now and then up to sixty-four; three of four groups hear beats, the
// others are told who is down. Half of all lengths of timers are not the usual ones; in some groups beats end.
func draw(c campaign.Chooser, fixed map[string]json.RawMessage, _ bool) (json.RawMessage, campaign.Shape) {
	const delays = 500 // how many milliseconds a long delay takes: between two beats there may be one more
	n := max(1, campaign.Given(fixed, "nodes", func() int {
		switch c.Choose("large", 64) {
		case 63:
			return 13 + c.Choose("nodes", 52)
		case 62, 61, 60:
			return 6 + c.Choose("nodes", 7)
		}
		return 2 + c.Choose("nodes", 4)
	}))
	drawn := map[string]any{"nodes": n}
	campaign.OneOf(c, fixed, drawn, "detector", words.Beats, words.Beats, words.Beats, words.Told)
	campaign.OneOf(c, fixed, drawn, "start", words.Cold, words.Warm)
	failures := campaign.OneOf(c, fixed, drawn, "failures", spec.MessagesVanish, spec.CrashStop)
	answer := campaign.OneOf(c, fixed, drawn, "answerMs", 500, 500, 500, 200, 1000, 2000)
	coordinator := campaign.OneOf(c, fixed, drawn, "coordinatorMs", 1500, 1500, 1500, 3*answer, 500, 3000)
	beat := campaign.OneOf(c, fixed, drawn, "beatMs", 1000, 1000, 1000, 500, 2000)
	fail := max(1, campaign.OneOf(c, fixed, drawn, "failMs", 3*beat, 2*beat+delays, 3*beat, 4*beat))
	campaign.OneOf(c, fixed, drawn, "most", 0, 0, 0, 0, 0, 0, words.MaxMost, 3+c.Choose("few", 12))
	return campaign.Merged(drawn, fixed), campaign.Shape{
		Nodes: n, Failures: failures, MayCrash: spec.AllNodes(n), Crashes: max(1, n-1),
		Timeout: faults.Time(spec.Milliseconds(delays)), Round: faults.Time(spec.Milliseconds(fail)), Rounds: 4,
		Settle: max(20, 12*(fail+answer+coordinator)/fail), // who is silent is missed, and elections follow
	}
}

// ofStates returns the properties that only refined runs are judged by, with their names in tla/bully/MCBully.tla.
func ofStates(cfg words.Config) []spec.Property[judged] {
	highest := verify.Highest[local, struct{}]{Leader: func(p local) spec.NodeID { return p.Leader }}
	return []spec.Property[judged]{
		verify.OfEach("TypeOK", typeOK(cfg)), verify.OfEach("FollowsOrElects", followsOrElects),
		{Name: "EpochNamesLeader", Check: epochNamesLeader},
		{Name: "NeverLowerLeads", Witness: true, Check: highest.NeverLowerLeads},
		{Name: "NeverDeposed", Witness: true, Kind: spec.Stepwise, Step: highest.NeverDeposed},
	}
}

func typeOK(cfg words.Config) func(judged, spec.NodeID) error {
	somebody := spec.AllNodes(cfg.Nodes).With(spec.None)
	return func(st judged, id spec.NodeID) error {
		p := st.State.State.Nodes[id]
		if !somebody.Has(p.Leader) || p.Epoch < words.NoEpoch || p.Beaten < 0 || p.Beaten > cfg.Most {
			return fmt.Errorf("%d follows %s in epoch %d, and has beaten %d times", id, p.Leader, p.Epoch, p.Beaten)
		}
		return nil
	}
}

// followsOrElects: a process that has booted follows somebody who is not lower if and only if it holds no election.
func followsOrElects(st judged, id spec.NodeID) error {
	s := &st.State.State
	booted := s.Alive.Has(id) && !s.Unbooted.Has(id)
	if p := s.Nodes[id]; booted && p.Leader >= id != (p.Phase == specification.Idle) {
		return fmt.Errorf("%s is %s and follows %s", id, p.Phase, p.Leader)
	}
	return nil
}

func epochNamesLeader(st judged) error {
	follows := verify.Living(st, func(p verify.Process[local]) bool { return p.Local.Leader != spec.None })
	return verify.EachTwo(follows, func(a, b verify.Process[local]) error {
		if a.Local.Epoch == b.Local.Epoch && a.Local.Leader != b.Local.Leader {
			return fmt.Errorf("in epoch %d %s follows %s, and %s follows %s",
				a.Local.Epoch, a.ID, a.Local.Leader, b.ID, b.Local.Leader)
		}
		return nil
	})
}

// leads reports whether a process is up and leads.
func leads(v view, id spec.NodeID) bool { return v.Up(id) && v.State(id).Leader == id }

// oneLeader: no two lead, or perEpoch no two in the same epoch. One of them is what the last step has changed.
func oneLeader(perEpoch bool) func(view) error {
	return func(v view) error {
		for _, at := range v.Changed() {
			if !leads(v, at) {
				continue
			}
			for id, other := range v.All() {
				if epoch := v.State(at).Epoch; id != at && leads(v, id) && (!perEpoch || other.Epoch == epoch) {
					return fmt.Errorf("%s leads in epoch %d, and %s in %d", at, epoch, id, other.Epoch)
				}
			}
		}
		return nil
	}
}

// FollowHighest demands that all that are up follow the highest of them.
func FollowHighest[S any](v scrutineer.View[S], leader func(*S) spec.NodeID) error {
	for id, p := range v.All() {
		if follows, top := leader(p), v.Highest(); follows != top {
			return fmt.Errorf("%s follows %s, and the highest that is up is %s", id, follows, top)
		}
	}
	return nil
}

// epochsGrow: what a process knows never falls while it is up.
func epochsGrow(before, after view) error {
	for _, id := range after.Changed() {
		if was, is := before.State(id), after.State(id); was != nil && is != nil && is.Epoch < was.Epoch {
			return fmt.Errorf("%s knows of epoch %d, and knew of %d", id, is.Epoch, was.Epoch)
		}
	}
	return nil
}

// leadsAnew: a process that begins to lead does so in an epoch in which it never led, which its disk says.
func leadsAnew(cfg words.Config) func(before, after view) error {
	return func(before, after view) error {
		for _, id := range after.Changed() {
			was, is, epoch := words.Saved(before.Disk(id)), words.Saved(after.Disk(id)), words.NoEpoch
			if after.Up(id) {
				epoch = after.State(id).Epoch
			}
			unsaved := is == was && leads(after, id) && !leads(before, id) && epoch >= cfg.Nodes
			if is < was || unsaved && !cfg.Reads(words.NoEpochs) {
				return fmt.Errorf("%s leads in epoch %d, and on its disk is %d, and was %d", id, epoch, is, was)
			}
		}
		return nil
	}
}

// watch reports which assumptions a step breaks, whether two lead, and whether a leader that is up ceases to lead.
func watch(cfg words.Config) func(scrutineer.Step[process]) {
	var leaders spec.Set
	return func(s scrutineer.Step[process]) {
		at, p := s.Action.At, s.After.State(s.Action.At)
		class := spec.ClassOf(strings.TrimPrefix(s.Action.Name, spec.CrashIn("")))
		s.Broke(arrives, class == spec.ClassDrop)
		s.Broke(patient, class == spec.ClassPremature)
		s.Broke(stays, class == spec.ClassRecovery)
		s.Broke(goesOn, p != nil && cfg.Most > 0 && p.Beaten >= cfg.Most)
		switch led, acts := leaders.Has(at), p != nil && p.Acts(); {
		case acts && !led:
			leaders = leaders.With(at)
			s.Saw("LowerLeads", int(at) < cfg.Nodes-1)
			s.Saw("TwoLeaders", len(leaders) > 1)
		case led && !acts:
			leaders = leaders.Without(at)
			s.Saw("Deposed", p != nil)
		}
	}
}

// returned: at the end all follow the highest, which has been down.
func returned(v scrutineer.View[process]) error {
	return scrutineer.Seen(v.Returned(v.Highest()) && FollowHighest(v, (*process).Leader) == nil)
}

// says returns whom a process follows.
func says(_ spec.NodeID, s *process) string {
	switch {
	case s.Acts():
		return fmt.Sprintf("leads in epoch %d", s.Known)
	case s.Role == implementation.Follows:
		return fmt.Sprintf("follows %s, epoch %d", s.Leader(), s.Known)
	}
	return fmt.Sprintf("elects, epoch %d", s.Known)
}

// contender is the election, as it is repaired or as it is printed, as it is compared with others.
func contender(name string, read ...words.Interpretation) scrutineer.Contender {
	return scrutineer.Contender{
		Name: name, Told: "It is told nothing. Each begins an election at its boot.",
		Times: "The leader's beats are Beat apart, and who hears none for Fail begins an election; an Answer is " +
			"awaited for Reply, and a Coordinator after it for twice that.",
		Group: func(s scrutineer.Setting) (scrutineer.Group, error) {
			reply := int(s.Reply / time.Millisecond)
			return Protocol().Registered().Group(words.Config{
				Nodes: s.Nodes, Failures: spec.MessagesVanish, Detector: words.Beats, Start: words.Cold,
				Interpretations: read, AnswerMS: reply, CoordinatorMS: 2 * reply,
				BeatMS: int(s.Beat / time.Millisecond), FailMS: int(s.Fail / time.Millisecond),
			}, func(_ spec.NodeID, state any) scrutineer.Standing {
				s := state.(*process)
				return scrutineer.Standing{Follows: s.Leader(), Acts: s.Acts()}
			})
		},
	}
}
