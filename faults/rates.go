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
