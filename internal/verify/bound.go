package verify

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/spec"
)

// bounds are the bound of a protocol's table, once for each value of the fields that vary,
// with the edges that runs visit.
type bounds struct {
	e         Engine
	c         cases.Case
	mutex     sync.Mutex
	coverages map[string]*Coverage
}

// findBounds returns the bound in a protocol's table, nil if there is none. A table that cannot be read has none:
// whatever prepares cases says why.
func (e Engine) findBounds(table func() (cases.Table, error)) *bounds {
	read, err := table()
	i := slices.IndexFunc(read.Cases, func(c cases.Case) bool { return c.Kind == cases.Bound })
	if err != nil || i < 0 {
		return nil
	}
	return &bounds{e: e, c: read.Cases[i], coverages: map[string]*Coverage{}}
}

// counted returns the campaigns of the protocol, which count the edges of the bound; as they are if there is none.
func (b *bounds) counted(p campaign.Harness) campaign.Harness {
	if b == nil {
		return p
	}
	open := p.Open
	p.Bound, p.AtBound = b.of, b.fields
	p.Open = func(config json.RawMessage) (campaign.Subject, error) {
		s, err := open(config)
		if err != nil {
			return s, err
		}
		s.NewTracer = func() campaign.Judge {
			i, err := b.e.Instance(config)
			if err != nil || !b.is(config) {
				return nil
			}
			return i.Subject(spec.Budget{}).Traced(b.coverage(config), i.Judge(), b.e.Judges)
		}
		return s, nil
	}
	return p
}

// whole returns the fields of a configuration with all defaults, nil where it cannot be.
func (b *bounds) whole(config json.RawMessage) map[string]json.RawMessage {
	i, err := b.e.Instance(config)
	var fields map[string]json.RawMessage
	if err != nil || json.Unmarshal([]byte(campaign.Text(i)), &fields) != nil {
		return nil
	}
	return fields
}

// with returns the bound's configuration with those of the fields that vary.
func (b *bounds) with(fields map[string]json.RawMessage) json.RawMessage {
	own := b.ownFields()
	for _, name := range b.c.Varies {
		if value, ok := fields[name]; ok {
			own[name] = value
		}
	}
	return campaign.JSON(own)
}

// ownFields are the fields that the case names.
func (b *bounds) ownFields() map[string]json.RawMessage {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(b.c.Config, &fields); err != nil {
		return map[string]json.RawMessage{}
	}
	return fields
}

// is reports whether a configuration is the bound's: how its timers run, say, does not matter.
func (b *bounds) is(config json.RawMessage) bool {
	fields := b.whole(config)
	want := b.whole(b.with(fields))
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
	fields := b.ownFields()
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
	own := b.with(b.whole(config))
	coverage, ok := b.coverages[string(own)]
	if !ok {
		i, err := b.e.Instance(own)
		if err != nil {
			i, _ = b.e.Instance(b.c.Config)
		}
		coverage = i.Subject(b.budget()).Coverage()
		b.coverages[string(own)] = coverage
	}
	return coverage
}

// budget is the case's, and a line that bounds all faults together: those of each line with
// room that counts nothing but faults.
func (b *bounds) budget() spec.Budget {
	budget, err := budgetOf(b.c, b.e.Lines)
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

// of returns the bound of a campaign with these fixed fields.
func (b *bounds) of(fixed map[string]json.RawMessage) campaign.Bound {
	never := ""
	if _, ok := b.fields(fixed); !ok {
		never = "fields that are set are not its own"
	}
	config := b.with(fixed)
	if b.whole(config) == nil { // of such a campaign no run can be opened
		config = b.c.Config
	}
	return b.coverage(config).Bound(b.words(config), never)
}

// words says the configuration in its own fields.
func (b *bounds) words(config json.RawMessage) string {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(config, &fields); err != nil {
		return string(config)
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		parts = append(parts, fmt.Sprintf("%s=%s", name, strings.Trim(string(fields[name]), `"`)))
	}
	return strings.Join(parts, " ")
}
