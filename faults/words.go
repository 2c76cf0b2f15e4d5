package faults

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Words says what a fault does, in a few words; "" where it has no kind.
func (f Fault) Words() string { return wordsOf(f.Kind) }

// Words says what a pin does, in a few words; "" where it has no kind.
func (p Pin) Words() string { return wordsOf(p.Kind) }

func wordsOf(k Kind) string {
	if k == nil {
		return ""
	}
	return k.Words()
}

// Words says in a few words each what is injected into a run: what is drawn, the faults, the pins.
func (p Plan) Words() []string {
	list := p.Rates.Words()
	for _, f := range p.Faults {
		list = append(list, f.Words())
	}
	for _, pin := range p.Pins {
		list = append(list, pin.Words())
	}
	return list
}

// Words says which copy is meant, such as "the 2nd Leader from 0 to 2".
func (r CopyRef) Words() string {
	text := fmt.Sprintf("the %s %s from %s to %s", nthText(r.Nth), r.Kind, r.From, r.To)
	if r.Again > 0 {
		return fmt.Sprintf("the %s copy made of %s", nthText(r.Again), text)
	}
	return text
}

// Words says which step is meant, such as "the 1st DeliverAsk from 0 at 2".
func (r StepRef) Words() string {
	from := ""
	if r.From != nil {
		from = " from " + r.From.String()
	}
	return fmt.Sprintf("the %s %s%s at %s", nthText(r.Nth), r.Action, from, r.Node)
}

// nthText writes 1 as 1st.
func nthText(n int) string {
	suffix := "th"
	if n/10%10 != 1 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return fmt.Sprint(n) + suffix
}

// downWords says for how long a process is down.
func downWords(down *Time) string {
	if down == nil {
		return ""
	}
	return ", and is down for " + down.String()
}

// afterWords says how long after a copy was sent something happens to it.
func afterWords(after *Time) string {
	if after == nil {
		return ""
	}
	return fmt.Sprintf(", %s after it was sent", after)
}

// spanWords says when something is so that may be so from the beginning to the end.
func spanWords(begin Time, end *Time) string {
	text := ""
	if begin > 0 {
		text = " from " + begin.String() + " on"
	}
	if end != nil {
		text += " until " + end.String()
	}
	return text
}

// acrossWords says what becomes of copies that cannot get through.
func acrossWords(begin, end Time, drops bool) string {
	what := "waits"
	if drops {
		what = "is lost, if it is no multicast"
	}
	return fmt.Sprintf("from %s until %s; what is sent across then %s", begin, end, what)
}

// paceWords says how a clock runs.
func paceWords(ppm int) string {
	if ppm < 0 {
		return fmt.Sprintf("%d ppm slow", -ppm)
	}
	return fmt.Sprintf("%d ppm fast", ppm)
}

// Span is a time in which a fault is there at a process.
type Span struct {
	Node spec.NodeID
	// Begin is when, and End is when not any more, Forever where that does not come.
	Begin, End Time
	// Text says in two or three words how it is.
	Text string
}

// lasting is a kind that is there for a while.
type lasting interface{ spans(nodes int) []Span }

// Spans says when a fault is there, at which of so many processes; nil where it comes and is over.
func (f Fault) Spans(nodes int) []Span {
	if k, ok := f.Kind.(lasting); ok {
		return k.spans(nodes)
	}
	return nil
}

// doubler is a kind that makes a second copy of one.
type doubler interface{ doubles() }

// Doubles tells whether what it does to a copy is to make a second one: the first stays as it is.
func (f Fault) Doubles() bool {
	_, ok := f.Kind.(doubler)
	return ok
}

// Words says which faults are drawn, each in a few words.
func (r Rates) Words() []string {
	var list []string
	for _, rate := range []struct {
		of   int
		what string
	}{
		{r.Loss, "unicast copies and links are lost"},
		{r.Duplicate, "copies get a second one"},
		{r.Reorder, fmt.Sprintf("copies take up to %s longer, and others overtake them", r.ReorderBy)},
		{r.Early, "timers fire early"},
		{r.CrashIn, fmt.Sprintf("handler runs end in a crash, up to %d of them%s", r.MaxCrashes, r.downWords())},
		{r.Lose, "copies are lost that arrive where the process is down"},
	} {
		if rate.of > 0 {
			list = append(list, fmt.Sprintf("drawn: %d of 1000 %s", rate.of, rate.what))
		}
	}
	return list
}

func (r Rates) downWords() string {
	if r.Down == 0 {
		return ""
	}
	return ", and who crashes is down for up to " + r.Down.String()
}
