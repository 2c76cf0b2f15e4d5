package faults

import "github.com/scrutineer-go/scrutineer/internal/input"

// Hold keeps a copy in the network until a step has happened, at the latest until
// the faults stop. Then it is delivered next.
type Hold struct {
	Copy  MessageRef `json:"copy" input:"required"`
	Until StepRef    `json:"until" input:"required"`
}

// Name is hold.
func (p *Hold) Name() string { return "hold" }

// Words says until when.
func (p *Hold) Words() string { return p.Copy.Words() + " is held until " + p.Until.Words() }

func (p *Hold) check(l limits) error {
	if err := l.copy(p.Copy); err != nil {
		return input.In("", "copy", err)
	}
	return input.In("", "until", l.step(p.Until))
}

func (p *Hold) claim() Claim { return Claim{p.Name(), p.Copy} }

// Schedule holds the copy.
func (p *Hold) Schedule(s Scheduler) { s.Copy(p.Copy, Treatment{Until: &p.Until}) }

// Scale has nothing to do: a hold knows no time.
func (p *Hold) Scale(Time) Time { return 0 }

// Earlier holds the copy some rounds before, until the step as many rounds before.
func (p *Hold) Earlier(rounds int, _ Time) (Kind, bool) {
	ref, sent := p.Copy.earlier(rounds)
	until, comes := p.Until.earlier(rounds)
	return &Hold{Copy: ref, Until: until}, sent && comes
}
