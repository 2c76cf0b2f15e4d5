// Package fastbully is the executable specification of Fast Bully with substitutes, with which a paper
// compares its own election: scores are gathered once, the best process leads and names its
// substitutes, and at a failure the first live one takes over. Package words says it sentence by
// sentence.
//
// The package must not import impl/fastbully. Start reading at [Handlers].
package fastbully

import (
	"cmp"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/fastbully/words"
)

// Local is what a process knows while it is up.
type Local struct {
	// Gathering tells whether it gathers scores, Keys those that it has gathered, by process; Unknown
	// where there is none, and where it does not gather.
	Gathering bool
	Keys      []int
	// Line is the line of succession, the leader first; empty before anything is known.
	Line spec.Sequence[spec.NodeID]
	// Leader is whom it follows, None before it has been told.
	Leader spec.NodeID
	// Epoch is the highest that it knows; that under which it leads where it does.
	Epoch int
	// Suspected are those before it in the line of whom it was told that they are silent.
	Suspected spec.Set
	// Ignored are those whose Coordinator came with an earlier epoch, or who gave way to one that was not
	// ahead of the process, as long as its leader is not suspected.
	Ignored spec.Set
}

// State is a global state of the protocol.
type State = spec.State[Local]

// Handlers returns the handlers of the protocol under the configuration. alarms reports whether the
// environment may suspect a process that is up.
func Handlers(cfg words.Config, alarms bool) spec.Handlers[Local] {
	b := bully{cfg}
	return spec.Handlers[Local]{
		Fresh:  func(at spec.NodeID) Local { return Fresh(at, cfg) },
		Handle: b.handle,
		Inputs: func(at spec.NodeID, p Local, up spec.Set) []spec.Body {
			return b.inputs(at, p, up, alarms)
		},
		Awaits: b.awaits,
	}
}

// Fresh is what a process knows before its first event.
func Fresh(at spec.NodeID, cfg words.Config) Local {
	b := bully{cfg}
	p := Local{Keys: b.noKeys(), Leader: spec.None}
	if cfg.Start == words.Warm {
		p.Line = ranking(cfg.Scores)
		p.Leader = p.Line[0]
		p.Epoch = b.epochAfter(0, p.Leader)
	}
	return p
}

type bully struct{ words.Config }

type outcome = spec.Outcome[Local]

func (b bully) handle(p Local, _ any, a spec.Action) []outcome {
	i := a.At
	switch body := a.Msg.Body.(type) {
	case words.Score:
		if p.Gathering {
			p.Keys = slices.Clone(p.Keys)
			p.Keys[a.Msg.From] = body.Key
		}
		return []outcome{{Local: p}}
	case words.Collect:
		o := b.learns(p, i, body.Epoch)
		answer := spec.SendTo(a.Msg.From, words.Score{Key: b.Scores[i]})
		o.Effects = append([]spec.Effect{answer}, o.Effects...)
		return []outcome{o}
	case words.Coordinator:
		if b.answering() && body.Epoch < p.Epoch && p.Leader != i && p.Leader != a.Msg.From {
			p.Ignored = p.Ignored.With(a.Msg.From)
			return []outcome{answers(p)}
		}
		return []outcome{b.hears(p, i, a.Msg.From, body)}
	case words.Newer:
		return []outcome{b.learns(p, i, body.Epoch)}
	case words.Beat:
		return []outcome{b.hears(p, i, a.Msg.From, words.Coordinator(body))}
	case words.Suspect:
		return []outcome{b.suspects(p, i, body.Whom)}
	case words.Alarm:
		return []outcome{b.suspects(p, i, body.Whom)}
	}
	switch {
	case a.Name == spec.Boot:
		return []outcome{b.boots(p, i)}
	case a.Timer == words.TimerGather:
		return []outcome{b.gathered(p, i)}
	case a.Timer == words.TimerWait:
		return []outcome{b.succeeds(p, i)}
	}
	says := words.Coordinator{Epoch: p.Epoch, Key: b.Scores[i], Substitutes: p.Line[1:]}
	return []outcome{{Local: p, Effects: b.toOthers(i, words.Beat(says)), Arm: spec.NewSet(words.TimerBeat)}}
}

// boots begins: who knows nothing sends its score and gathers those of the others.
func (b bully) boots(p Local, i spec.NodeID) outcome {
	if b.Start == words.Cold {
		return b.gathers(p, i, words.Score{Key: b.Scores[i]})
	}
	timer := words.TimerWait
	if p.Leader == i {
		timer = words.TimerBeat
	}
	return outcome{Local: p, Arm: spec.NewSet(timer)}
}

// gathers begins to gather scores, which are asked for by that.
func (b bully) gathers(p Local, i spec.NodeID, by spec.Body) outcome {
	p.Gathering, p.Suspected = true, nil
	p.Keys = b.noKeys()
	p.Keys[i] = b.Scores[i]
	return outcome{
		Local: p, Effects: b.toOthers(i, by),
		Arm: spec.NewSet(words.TimerGather), Disarm: spec.NewSet(words.TimerWait),
	}
}

// gathered ends that. The best of those that are known leads.
func (b bully) gathered(p Local, i spec.NodeID) outcome {
	order := ranking(p.Keys)
	if order[0] == i {
		return b.claims(p, i, order)
	}
	p.Gathering, p.Keys = false, b.noKeys()
	if len(p.Line) == 0 {
		p.Line = order
	}
	return outcome{Local: p, Arm: b.ofBeats(words.TimerWait)}
}

// claims has a process lead, with that line.
func (b bully) claims(p Local, i spec.NodeID, line spec.Sequence[spec.NodeID]) outcome {
	p = Local{Keys: b.noKeys(), Line: line, Leader: i, Epoch: b.epochAfter(p.Epoch, i)}
	return outcome{
		Local:   p,
		Effects: b.toOthers(i, words.Coordinator{Epoch: p.Epoch, Key: b.Scores[i], Substitutes: line[1:]}),
		Arm:     b.ofBeats(words.TimerBeat), Disarm: spec.NewSet(words.TimerGather, words.TimerWait),
	}
}

// hears takes into account that a process says that it leads.
func (b bully) hears(p Local, i, from spec.NodeID, says words.Coordinator) outcome {
	if says.Epoch < p.Epoch {
		return outcome{Local: p}
	}
	p.Epoch = says.Epoch
	better := says.Key < b.Scores[i] || says.Key == b.Scores[i] && from < i
	switch {
	case better || b.Interprets(words.AcceptsWorse):
		ignored := p.Ignored
		if b.answering() && p.Leader != spec.None && !slices.Contains(ahead(p.Line, i), from) {
			ignored = ignored.With(p.Leader).Without(i)
		}
		p = Local{
			Keys: b.noKeys(), Leader: from, Epoch: p.Epoch, Ignored: ignored.Without(from),
			Line: append(spec.Sequence[spec.NodeID]{from}, says.Substitutes...),
		}
		arm := b.ofBeats(words.TimerWait)
		return outcome{Local: p, Arm: arm, Disarm: spec.NewSet(words.TimerGather, words.TimerBeat)}
	case p.Gathering:
		return outcome{Local: p} // it claims at the end, if it is the best
	}
	return b.claims(p, i, successor(p.Line, i))
}

// learns has a leader claim again that is told of a later reign than its own.
func (b bully) learns(p Local, i spec.NodeID, epoch int) outcome {
	if p.Leader != i || epoch <= p.Epoch {
		return outcome{Local: p}
	}
	p.Epoch = epoch
	return b.claims(p, i, p.Line)
}

// suspects takes into account that somebody is silent.
func (b bully) suspects(p Local, i, whom spec.NodeID) outcome {
	p.Suspected = p.Suspected.With(whom)
	for _, j := range ahead(p.Line, i) {
		if !p.Suspected.Has(j) {
			return answers(p)
		}
	}
	return b.succeeds(p, i)
}

// answers tells those who were ignored of the epoch of a leader that is silent.
func answers(p Local) outcome {
	o := outcome{Local: p}
	if len(p.Line) == 0 || !p.Suspected.Has(p.Line[0]) {
		return o
	}
	for _, j := range p.Ignored {
		o.Effects = append(o.Effects, spec.SendTo(j, words.Newer{Epoch: p.Epoch}))
	}
	o.Local.Ignored = nil
	return o
}

// succeeds: all are silent who stand before the process in the line.
func (b bully) succeeds(p Local, i spec.NodeID) outcome {
	if b.Interprets(words.Regathers) {
		return b.gathers(p, i, words.Collect{Epoch: p.Epoch})
	}
	return b.claims(p, i, successor(p.Line, i))
}

// inputs: a process that does not gather is told of those before it in the line, and of nobody twice.
func (b bully) inputs(i spec.NodeID, p Local, up spec.Set, alarms bool) []spec.Body {
	if b.Detector != words.Told || p.Gathering {
		return nil
	}
	var all []spec.Body
	for _, j := range ahead(p.Line, i) {
		switch {
		case p.Suspected.Has(j):
		case !up.Has(j):
			all = append(all, words.Suspect{Whom: j})
		case alarms:
			all = append(all, words.Alarm{Whom: j})
		}
	}
	return all
}

// awaits: who gathers waits for scores, and for its own asking; who follows for its leader. A beat waits
// under Calm, for everything.
func (b bully) awaits(timer spec.Timer, at spec.NodeID, _ Local, copy spec.Message) bool {
	if timer == words.TimerBeat {
		return b.Detector == words.Calm
	}
	switch copy.Body.(type) {
	case words.Score:
		return timer == words.TimerGather && copy.To == at
	case words.Collect:
		return timer == words.TimerGather && copy.From == at
	case words.Newer:
		return false
	}
	return timer == words.TimerWait && copy.To == at
}

// ranking is the order of all processes by those scores, who is unknown last.
func ranking(scores []int) spec.Sequence[spec.NodeID] {
	order := spec.Sequence[spec.NodeID](spec.AllNodes(len(scores)))
	slices.SortStableFunc(order, func(i, j spec.NodeID) int {
		if (scores[i] == words.Unknown) != (scores[j] == words.Unknown) {
			return cmp.Compare(scores[j], scores[i])
		}
		return cmp.Compare(scores[i], scores[j])
	})
	return order
}

// ahead are those who stand before a process.
func ahead(line spec.Sequence[spec.NodeID], i spec.NodeID) []spec.NodeID {
	return line[:max(0, slices.Index(line, i))]
}

// successor is the line when a process takes over: those before it come last.
func successor(line spec.Sequence[spec.NodeID], i spec.NodeID) spec.Sequence[spec.NodeID] {
	before := ahead(line, i)
	return slices.Concat(line[len(before):], before)
}

// epochAfter is the smallest epoch of a process that is greater.
func (b bully) epochAfter(epoch int, i spec.NodeID) int {
	switch {
	case b.Interprets(words.NoEpochs):
		return 0
	case b.Interprets(words.SharedEpochs):
		return epoch + 1
	}
	epoch++
	for epoch%b.Nodes != int(i) {
		epoch++
	}
	return epoch
}

func (b bully) noKeys() []int { return slices.Repeat([]int{words.Unknown}, b.Nodes) }

// answering tells whether those who are ignored are answered.
func (b bully) answering() bool { return b.Detector == words.Told && !b.Interprets(words.NoEpochs) }

// ofBeats is a timer that there is where there are beats.
func (b bully) ofBeats(timer spec.Timer) spec.SetOf[spec.Timer] {
	if b.Detector == words.Told {
		return nil
	}
	return spec.NewSet(timer)
}

func (b bully) toOthers(i spec.NodeID, body spec.Body) []spec.Effect {
	var effects []spec.Effect
	for _, j := range spec.AllNodes(b.Nodes).Without(i) {
		effects = append(effects, spec.SendTo(j, body))
	}
	return effects
}
