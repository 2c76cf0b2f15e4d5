package polling

import (
	"fmt"
	"testing"

	keyed "github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/polling/words"
)

// drawSmall draws a configuration whose graph is small: any reading, sound or not.
func drawSmall(key keyed.Key) words.Config {
	one := func(what string, of int) int { return int(key.Named(what).Below(uint64(of))) }
	is := func(what string) bool { return one(what, 3) == 0 }
	slot := 1 + one("slot", 3)
	cfg := words.Config{
		Workers: 2, Failures: []spec.Failures{spec.CrashStop, spec.MessagesVanish}[one("failures", 2)],
		Window: slot * (1 + one("window", 3)), Closed: is("closed"), Printed: is("printed"), Attempts: is("attempts"),
		Bans: is("bans"), Safe: is("safe"), Whole: is("whole"), OwnOrigin: is("local"), Collect: 1 + one("collect", 5),
		Divisions: []words.Division{{Slot: slot}},
		Time: &spec.ConfiguredTime{
			Horizon: 3 + one("horizon", 3), Skew: one("skew", 2), Late: one("late", 2), Delay: one("delay", 3) - 1,
		},
	}
	if cfg.Time.Delay == 0 {
		cfg.Time.Delay = spec.Prompt
	}
	if cfg.Safe {
		cfg.Jitter = one("jitter", 3)
	}
	if is("static") {
		cfg.Period = 1 + one("period", 6)
	}
	if is("keys") {
		cfg.Keys = []int{0, 1}
	}
	if is("text") {
		cfg.AsText = spec.NewSet[spec.NodeID](1)
	}
	if is("store") {
		cfg.Store = []string{words.StorePlain, words.StoreUnique}[one("unique", 2)]
		cfg.Time.Skew, cfg.Time.Late, cfg.Time.Delay = 0, 0, spec.Prompt // else there are too many states
	}
	if is("switch") {
		first, second := 1+one("first", 4), 1+one("second", 4)
		d := words.Division{Slot: 1 + one("rate", cfg.Window), At: []int{first, second, 1 + one("third", 4)}}
		if is("member") {
			d.Members = spec.NewSet[spec.NodeID](1)
		}
		if cfg.Agreed = is("agreed"); cfg.Agreed {
			d.Adopt = 4 + one("adopt", 3)
		} else {
			cfg.Silence = one("silence", 4)
		}
		cfg.Divisions = append(cfg.Divisions, d)
	}
	return cfg
}

// Specification and implementation have the same graph in drawn configurations, whichever way the paper is read.
func TestColumnsAgree(t *testing.T) {
	many := 60
	if testing.Short() {
		many = 10
	}
	states := 0
	for n := range many {
		key := keyed.New(36).With(uint64(n))
		cfg := drawSmall(key)
		most := []map[string]int{{}, {"crash": 1}, {"crashIn": 1}, {"loss": 1}, {"drift": 1}}[n%5]
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			subject := Protocol().Registered().Under(cfg, budgetOf(cfg, most))
			e, err := subject.Explore(nil)
			if err != nil {
				t.Fatalf("%+v: %v", cfg, err)
			}
			if e.Difference != nil {
				t.Fatalf("%+v: %+v", cfg, *e.Difference)
			}
			states += e.Spec.States
		})
	}
	t.Logf("%d configurations with %d states", many, states)
}
