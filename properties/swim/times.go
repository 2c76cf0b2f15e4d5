package swim

import (
	"encoding/json"
	"fmt"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/swim"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// drawTimes has half of the configurations that can carry times carry them: one of ten. It makes no choice of its own,
// which would shift all that is drawn after it. If times are fixed, the other fields give way.
func drawTimes(cfg *words.Config, fixed map[string]json.RawMessage) {
	timed := *cfg
	timed.Times = campaign.Given(fixed, "times", func() int {
		return words.MostTimes * (1 - (cfg.Nodes+cfg.Helpers+cfg.Patience)%2)
	})
	if !timed.Timed() {
		return
	}
	timed.Returns = true
	if _, given := fixed["times"]; given {
		timed.Failures, timed.Probers, timed.Joiners = spec.CrashStop, nil, nil
		timed.NewsMost, timed.NewsSends = 0, 0
	}
	if _, err := words.Parse(campaign.Merged(timed, fixed)); err == nil {
		*cfg = timed
	}
}

// noneBehind: with times, no process in the group that was removed counts so far behind that its alive entries are too
// old to bring it back.
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
