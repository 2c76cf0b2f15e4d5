package verify

import (
	"regexp"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/cases"
)

// Pattern reads what chooses cases: the name of a protocol, the id of a case, or protocol/id; or
// a regular expression that matches the whole of one of these.
func Pattern(text string) (*regexp.Regexp, error) {
	if _, err := regexp.Compile(text); err != nil { // which says what stands there, and no more
		return nil, err
	}
	return regexp.Compile("^(?:" + text + ")$")
}

// Chosen reports whether a pattern names what has that id of a protocol, and whether it names the whole
// protocol, as none at all does.
func Chosen(only *regexp.Regexp, protocol, id string) (named, whole bool) {
	if only == nil {
		return false, true
	}
	return only.MatchString(id) || only.MatchString(protocol+"/"+id), only.MatchString(protocol)
}

// chooses reports whether a case is to run. Who names a protocol means what runs of it every day.
func (o Options) chooses(protocol string, c cases.Case) bool {
	named, whole := Chosen(o.Only, protocol, c.ID)
	switch {
	case !named && !whole, o.Small != nil && !o.Small(c):
		return false
	case o.LongOnly:
		return c.Long
	case o.QuickOnly:
		return c.Quick
	}
	return named || !c.Long
}

// choosesOf reports whether the pattern names a case of a protocol's table, long or not.
func (o Options) choosesOf(protocol string, table cases.Table) bool {
	return slices.ContainsFunc(table.Cases, func(c cases.Case) bool {
		named, whole := Chosen(o.Only, protocol, c.ID)
		return named || whole
	})
}

// allOf reports whether all of a protocol is chosen, but for what is long.
func (o Options) allOf(protocol string) bool {
	_, whole := Chosen(o.Only, protocol, "")
	return whole
}
