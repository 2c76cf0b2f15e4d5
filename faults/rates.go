package faults

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Rates say how many of 1,000 chances turn into a fault before Stop.
type Rates struct {
	// Loss is for each unicast copy and link.
	Loss int `json:"loss,omitempty"`
	// LossPerRoute draws the loss of a copy once for its whole route instead of once for each link.
	LossPerRoute bool `json:"lossPerRoute,omitempty"`
	// LossSkew makes the loss depend on the sender and the receiver of a copy, also on the links between
	// others. It is a share in thousandths, 0 to 1000. In a group of n processes the one of rank r has the
	// factor 1 + LossSkew/1000 * (1 - 2r/(n-1)), rounded towards 1 to millionths. The chance of a loss is Loss times
	// the factors of both, at most 1. A process alone has the factor 1.
	LossSkew int `json:"lossSkew,omitempty"`
	// LossOrder lists all processes by rank, the process that loses most first. Without it the rank of a
	// process is its id.
	LossOrder []spec.NodeID `json:"lossOrder,omitempty"`
	// Duplicate is for each copy; the second one takes a delay of its own.
	Duplicate int `json:"duplicate,omitempty"`
	// Reorder is for each copy: it takes up to ReorderBy longer, and later copies
	// over the same way may overtake it. Others stay in order.
	Reorder   int  `json:"reorder,omitempty"`
	ReorderBy Time `json:"reorderBy,omitempty"`
	// Early is for each timer that is set: it fires somewhere on its way.
	Early int `json:"early,omitempty"`
	// CrashIn is for each handler run that has effects: the process crashes before
	// one of them, and where processes recover, does so within Down. The group
	// loses at most MaxCrashes processes to it, and none of those that it Spares.
	CrashIn    int      `json:"crashIn,omitempty"`
	MaxCrashes int      `json:"maxCrashes,omitempty"`
	Down       Time     `json:"down,omitempty"`
	Spares     spec.Set `json:"spares,omitempty"`
	// Lose is for each copy that arrives where the process is down, where copies wait.
	Lose int `json:"lose,omitempty"`
}

func (r Rates) check() error {
	for _, rate := range []struct {
		field string
		n     int
	}{
		{"loss", r.Loss},
		{"duplicate", r.Duplicate},
		{"reorder", r.Reorder},
		{"early", r.Early},
		{"crashIn", r.CrashIn},
		{"lose", r.Lose},
	} {
		if rate.n < 0 || rate.n > 1000 {
			return input.Errorf("rates."+rate.field, "%d, it must be 0 to 1000, of 1,000 chances", rate.n)
		}
	}
	if r.LossSkew < 0 || r.LossSkew > 1000 {
		return input.Errorf("rates.lossSkew", "%d, it must be 0 to 1000, in thousandths of the loss", r.LossSkew)
	}
	if r.MaxCrashes < 0 {
		return input.Errorf("rates.maxCrashes", "%d, it must be 0 or more", r.MaxCrashes)
	}
	return nil
}

// Any reports whether a fault may be drawn.
func (r Rates) Any() bool {
	return r.Loss > 0 || r.Duplicate > 0 || r.Reorder > 0 || r.Early > 0 || r.CrashIn > 0
}

// Words says which faults are drawn, each in a few words.
func (r Rates) Words() []string {
	var list []string
	for _, rate := range []struct {
		of   int
		what string
	}{
		{r.Loss, r.lossWords()},
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

func (r Rates) lossWords() string {
	text := "unicast copies and links are lost"
	if r.LossPerRoute {
		text = "unicast copies are lost, however long their routes"
	}
	if r.LossSkew == 0 {
		return text
	}
	order := "the order of their ids"
	if r.LossOrder != nil {
		order = fmt.Sprintf("the order %v", r.LossOrder)
	}
	return fmt.Sprintf("%s, with a skew of %d thousandths between processes in %s", text, r.LossSkew, order)
}

func (r Rates) downWords() string {
	if r.Down == 0 {
		return ""
	}
	return ", and who crashes is down for up to " + r.Down.String()
}
