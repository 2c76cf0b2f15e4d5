package tlc

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/scrutineer-go/scrutineer/internal/cases"
)

// What tla/Fairness.tla says of timers is a formula that TLC judges as spec.TimersRun: a ball goes to and fro for ever,
// and a timer is set. A run in which it stays set is not fair; one in which the ball sets it anew each time is.
func TestTimersRun(t *testing.T) {
	runner := need(t)
	fsys := fstest.MapFS{"MCPlayers.tla": {Data: []byte(`---- MODULE MCPlayers ----
EXTENDS Integers
VARIABLES ball, set, played
vars == <<ball, set, played>>
Init == ball = 1 /\ set = TRUE /\ played = FALSE
MCForth == ball = 1 /\ ball' = 0 /\ UNCHANGED <<set, played>>
MCBack == ball = 0 /\ ball' = 1 /\ UNCHANGED <<set, played>>
MCFire == set /\ set' = FALSE /\ played' = TRUE /\ UNCHANGED ball
MCNext == MCForth \/ MCBack \/ MCFire
Plays == <>played
Goes == WF_vars(MCForth) /\ WF_vars(MCBack)

Early == Init /\ [][MCNext]_vars /\ Goes
Runs == Early /\ ([]<>(~set) \/ []<><<MCFire>>_vars)
Anew == Early /\ ([]<>(~set) \/ []<><<MCFire \/ MCBack>>_vars)
====
`)}}
	for specification, fails := range map[string]bool{"Early": true, "Runs": false, "Anew": true} {
		t.Run(specification, func(t *testing.T) {
			t.Parallel()
			c := cases.Case{
				ID: "players", Kind: cases.Liveness, Module: "MCPlayers", Specification: specification,
				Properties: []string{"Plays"},
			}
			c.States, c.Generated = 4, 7
			r, err := runner.Run(t.Context(), fsys, []string{"."}, c, Options{})
			if err == nil {
				err = Judge(c, r)
			}
			if !fails && err != nil {
				t.Error(err)
			}
			if fails && (err == nil || !strings.Contains(err.Error(), "Plays is violated")) {
				t.Errorf("got %v, want a violation", err)
			}
		})
	}
}
