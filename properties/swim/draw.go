package swim

import (
	"encoding/json"

	"github.com/scrutineer-go/scrutineer/faults"
	implementation "github.com/scrutineer-go/scrutineer/impl/swim"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// draw draws two to five processes, now and then up to 16, with none to three helpers, under each failure model.
func draw(c campaign.Chooser, fixed map[string]json.RawMessage, _ bool) (json.RawMessage, campaign.Shape) {
	n := max(1, campaign.Given(fixed, "nodes", func() int {
		if c.Choose("large", 32) == 31 {
			return 6 + c.Choose("nodes", 11)
		}
		return 2 + c.Choose("nodes", 4)
	}))
	cfg := words.Config{
		Nodes: n, Helpers: c.Choose("helpers", 4), Returns: c.Choose("returns", 3) == 1,
		AtOnce:   c.Choose("at once", 4) == 1,
		PeriodMS: []int{1000, 20_000, 100}[c.Choose("period", 3)], Patience: []int{5, 1, 12}[c.Choose("patience", 3)],
	}
	cfg.Failures = campaign.Given(fixed, "failures", func() spec.Failures {
		return []spec.Failures{spec.CrashStop, spec.CopiesVanish}[c.Choose("failures", 2)]
	})
	cfg = cfg.WithDefaults()
	return campaign.Merged(cfg, fixed), campaign.Shape{
		Nodes: n, Failures: cfg.Failures, MayCrash: spec.AllNodes(n), Crashes: n, Timeout: faults.Time(cfg.ReplyTime()),
		Round: faults.Time(cfg.PeriodTime()) * faults.Time(4*n+cfg.Patience), Rounds: 3, Settle: 4,
	}
}

// simpler are changes that make a configuration simpler: a process less, or no helper.
func simpler() []func(*words.Config) {
	return []func(*words.Config){
		func(c *words.Config) {
			c.Nodes--
			c.Probers = c.Probers.Without(spec.NodeID(c.Nodes))
		},
		func(c *words.Config) { c.Helpers = 0 },
		func(c *words.Config) { c.Returns = false },
		func(c *words.Config) { c.Failures = spec.CrashStop },
	}
}

// awaits reports whether a copy in flight may still answer what a timer waits for: Reply awaits the exchange with the
// target, End all that the probe may lead to, and a suspicion a refutation.
func awaits(timer spec.Timer, at spec.NodeID, s *implementation.State, m *spec.Message) bool {
	var number int
	var news []words.Entry
	of := m.From == at // whether the copy belongs to a probe of the process
	direct := false
	switch body := m.Body.(type) {
	case words.Ping:
		number, news, direct = body.Number, body.News, true
	case words.Ack:
		number, news, of, direct = body.Number, body.News, m.To == at, true
	case words.PingReq:
		number, news = body.Number, body.News
	case words.IndirectPing:
		number, news, of = body.Number, body.News, body.Origin == at
	case words.IndirectAck:
		number, news, of = body.Number, body.News, body.Origin == at
	}
	if member := timer.Of(); member != spec.None {
		e := news[member]
		return m.To == at && e.Status == words.Alive && e.Incarnation > s.Known[member].Incarnation
	}
	return of && number == s.Probe.Number && (timer == words.TimerEnd || timer == words.TimerReply && direct)
}

// cannot are the actions that the configuration rules out.
func cannot(cfg words.Config) (names spec.SetOf[string]) {
	rules := func(out bool, those ...string) {
		if out {
			names = names.Union(spec.AndCrashIn(those...))
		}
	}
	rules(cfg.Failures == spec.CrashStop, spec.Recover)
	rules(cfg.AtOnce, spec.Timeout(words.NameSuspicion), spec.Premature(words.NameSuspicion))
	if cfg.Helpers == 0 || cfg.Nodes < 3 {
		for _, kind := range []string{words.KindPingReq, words.KindIndirectPing, words.KindIndirectAck} {
			rules(true, spec.Deliver(kind), spec.Drop(kind), spec.Duplicate(kind))
		}
		names = names.Union(spec.NewSet(
			spec.CrashIn(spec.Timeout(words.TimerReply)), spec.CrashIn(spec.Premature(words.TimerReply)),
		))
	}
	return names
}
