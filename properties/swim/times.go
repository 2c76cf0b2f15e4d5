package swim

import (
	"encoding/json"
	"fmt"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/swim"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// drawTimes draws times for half of the configurations that may carry them. Half of these end their counts during the
// run. If times are fixed, the other fields give way.
func drawTimes(c campaign.Chooser, fixed map[string]json.RawMessage, cfg *words.Config) {
	timed := *cfg
	timed.Times = campaign.Given(fixed, "times", func() int { return words.MostTimes })
	if !timed.Timed() {
		return
	}
	timed.Returns = true
	_, given := fixed["times"]
	if given {
		timed.Failures, timed.Probers, timed.Joiners = spec.CrashStop, nil, nil
		timed.NewsMost, timed.NewsSends = 0, 0
	}
	if _, err := words.Parse(campaign.Merged(timed, fixed)); err != nil {
		return
	}
	if !given {
		switch c.Choose("times", 4) {
		case 0, 1:
			return
		case 2:
			timed.Times = 1 + c.Choose("periods", 100)
		}
	}
	*cfg = timed
}

// noneBehind: with times, no removed process in the group is so many periods behind that its alive entries are too old
// to bring it back.
func noneBehind(cfg words.Config, st judged) error {
	g := inState(st)
	for _, i := range g.members {
		for _, j := range g.members {
			lag := g.local(i).Table[i].Incarnation - g.local(j).Table[j].Incarnation
			if cfg.Timed() && g.local(i).Table[j].Status == words.Dead && lag > 1+cfg.Patience {
				return fmt.Errorf("%s has removed %s, which is %d periods behind", i, j, lag)
			}
		}
	}
	return nil
}

// finalWithin is ConfirmIsFinal where members return, for the cases that refute it.
func finalWithin() spec.Property[judged] {
	return spec.Property[judged]{
		Name: "ConfirmIsFinal", Kind: spec.Stepwise, WithinBudget: true,
		Step: func(before judged, _ spec.Action, after judged) error {
			was, is := inState(before), inState(after)
			for _, at := range was.members.Minus(was.members.Minus(is.members)) {
				if err := undone(at, was.local(at), is.local(at)); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// undone returns an error if a process has another status of a member than removed, and had removed it.
func undone(at spec.NodeID, was, is *specification.Local) error {
	for id, e := range was.Table {
		if e.Status == words.Dead && is.Table[id].Status != words.Dead {
			return fmt.Errorf("%s had removed %d, for which it has %+v", at, id, is.Table[id])
		}
	}
	return nil
}
