package verify

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/scrutineer-go/scrutineer/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/tla"
	"github.com/scrutineer-go/scrutineer/tla/tlc"
)

// bounds are the bound of a protocol's table, once for each value of the fields that vary,
// with the edges that runs visit.
type bounds struct {
	c     tlc.Case
	lines []spec.Line
	// whole writes a configuration with all its defaults; subject opens one that whole
	// accepts, under a budget.
	whole    func(config json.RawMessage) (json.RawMessage, error)
	subject  func(config json.RawMessage, b spec.Budget) Subject
	monitor  func(config json.RawMessage) campaign.Judge
	monitors []string

	mutex     sync.Mutex
	coverages map[string]*Coverage
}

// Bounded lets campaigns count the edges of the bound that the protocol's table has, if it
// has one. A table that cannot be read has none: whatever prepares cases says why.
func (d Definition[C, L, G]) Bounded(protocol string, p campaign.Protocol) campaign.Protocol {
	parsed := func(config json.RawMessage) C {
		cfg, _ := d.Parse(config) // which was whole
		return cfg
	}
	b := &bounds{
		lines: d.Lines, monitors: d.Monitors, coverages: map[string]*Coverage{},
		whole: func(config json.RawMessage) (json.RawMessage, error) {
			cfg, err := d.Parse(config)
			if err != nil {
				return nil, err
			}
			return campaign.JSON(cfg), nil
		},
		subject: func(config json.RawMessage, budget spec.Budget) Subject {
			return d.System(parsed(config), budget).Subject()
		},
		monitor: func(config json.RawMessage) campaign.Judge { return d.Monitor(parsed(config)) },
	}
	return b.counted(protocol, p)
}

// counted is the protocol with its bound, if its table has one.
func (b *bounds) counted(protocol string, p campaign.Protocol) campaign.Protocol {
	table, err := tlc.ReadTable(tla.Modules, protocol+"/cases.json")
	i := slices.IndexFunc(table.Cases, func(c tlc.Case) bool { return c.Kind == tlc.KindBound })
	if err != nil || i < 0 {
		return p
	}
	b.c = table.Cases[i]
	open := p.Open
	p.Bound, p.AtBound = b.of, b.fields
	p.Open = func(config json.RawMessage) (campaign.Subject, error) {
		s, err := open(config)
		if err != nil {
			return s, err
		}
		s.NewTracer = func() campaign.Judge {
			if !b.is(config) {
				return nil
			}
			return b.subject(config, spec.Budget{}).Traced(b.coverage(config), b.monitor(config), b.monitors)
		}
		return s, nil
	}
	return p
}

// all returns the fields of a configuration with all defaults, nil where it cannot be.
func (b *bounds) all(config json.RawMessage) map[string]json.RawMessage {
	text, err := b.whole(config)
	if err != nil {
		return nil
	}
	return fieldsOf(text)
}

// fieldsOf are those of an object, none where it is something else.
func fieldsOf(config json.RawMessage) map[string]json.RawMessage {
	fields := map[string]json.RawMessage{}
	if json.Unmarshal(config, &fields) != nil {
		return nil
	}
	return fields
}

// with returns the bound's configuration with those of the fields that vary.
func (b *bounds) with(fields map[string]json.RawMessage) json.RawMessage {
	own := fieldsOf(b.c.Config)
	for _, name := range b.c.Varies {
		if value, ok := fields[name]; ok {
			own[name] = value
		}
	}
	return campaign.JSON(own)
}

// is tells whether a configuration is the bound's: how its timers run, say, does not matter.
func (b *bounds) is(config json.RawMessage) bool {
	fields := b.all(config)
	want := b.all(b.with(fields))
	if fields == nil || want == nil {
		return false
	}
	for _, name := range b.c.Ignores {
		delete(fields, name)
		delete(want, name)
	}
	return maps.EqualFunc(fields, want, func(x, y json.RawMessage) bool { return string(x) == string(y) })
}

// fields are those of the bound, for a run that is to be of its configuration, with those
// that are fixed; false where these are others than the bound's.
func (b *bounds) fields(fixed map[string]json.RawMessage) (map[string]json.RawMessage, bool) {
	fields := fieldsOf(b.c.Config)
	for _, name := range b.c.Varies {
		delete(fields, name)
	}
	maps.Copy(fields, fixed)
	return fields, b.is(campaign.JSON(fields))
}

// coverage is that of the bound with the fields of a configuration that vary.
func (b *bounds) coverage(config json.RawMessage) *Coverage {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	own := b.with(b.all(config))
	coverage, ok := b.coverages[string(own)]
	if !ok {
		if b.all(own) == nil {
			own = b.c.Config
		}
		coverage = b.subject(own, b.budget()).Coverage()
		b.coverages[string(own)] = coverage
	}
	return coverage
}

// budget is the case's, and a line that bounds all faults together: those of each line with
// room that counts nothing but faults.
func (b *bounds) budget() spec.Budget {
	budget, err := budgetOf(b.c, b.lines, b.nodes())
	if err != nil || b.c.Together == 0 {
		return budget
	}
	all := spec.Line{Name: "faults in all", Most: b.c.Together}
	for _, line := range budget.Lines {
		if line.Most > 0 && line.OnlyFaults() {
			all.Counts = append(all.Counts, line.Counts...)
		}
	}
	budget.Lines = append(budget.Lines, all)
	return budget
}

func (b *bounds) nodes() int {
	if b.all(b.c.Config) == nil {
		return 0
	}
	return b.subject(b.c.Config, spec.Budget{}).Met().Nodes
}

// of returns the bound of a campaign with these fixed fields.
func (b *bounds) of(fixed map[string]json.RawMessage) campaign.Bound {
	never := ""
	if _, ok := b.fields(fixed); !ok {
		never = "fields that are set are not its own"
	}
	config := b.with(fixed)
	if b.all(config) == nil { // of such a campaign no run can be opened
		config = b.c.Config
	}
	return b.coverage(config).Bound(b.words(config), never)
}

// words says the configuration in its own fields.
func (b *bounds) words(config json.RawMessage) string {
	fields := fieldsOf(config)
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		parts = append(parts, fmt.Sprintf("%s=%s", name, strings.Trim(string(fields[name]), `"`)))
	}
	return strings.Join(parts, " ")
}
