package campaign

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
)

// A property that fails in many runs may do so for few reasons. The cheap sign of one is what is
// left in the small plan: which kinds of faults and pins, about which kinds of messages.

// mostNamed is how many of them a cause names: a plan that could not be made small has many.
const mostNamed = 5

// causeOf names what a small plan injects, whoever it is about and whenever it comes.
func causeOf(plan faults.Plan) string {
	var parts []string
	add := func(part string) {
		if !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	for _, f := range plan.Faults {
		add(faults.Cause(f.Kind))
	}
	for _, p := range plan.Pins {
		add(faults.Cause(p.Kind))
	}
	if len(plan.Rates.Words()) > 0 {
		add("what is drawn")
	}
	switch slices.Sort(parts); {
	case len(parts) == 0:
		return "no fault"
	case len(parts) > mostNamed:
		parts = append(parts[:mostNamed], "more")
	}
	return strings.Join(parts, " + ")
}

// examined is how many failing runs of each property are shrunk, the first ones. For each
// cause the first is kept, up to Keep of a property. Whoever keeps a single one asks for no others.
func examined(keep int) int { return max(0, 4*keep-3) }

// causes counts the causes of one property's failures.
type causes map[string]int

// examined is how many failures were shrunk.
func (c causes) examined() int {
	sum := 0
	for _, n := range c {
		sum += n
	}
	return sum
}

// Examined says of each property how many of its failing runs were shrunk.
func (r *Result) Examined() map[string]int {
	all := map[string]int{}
	for property, c := range r.Causes {
		all[property] = causes(c).examined()
	}
	return all
}

// tells says how many failures have which cause, the most frequent first.
func (c causes) tells() string {
	names := slices.SortedFunc(maps.Keys(c), func(a, b string) int {
		return cmp.Or(cmp.Compare(c[b], c[a]), cmp.Compare(a, b))
	})
	for i, name := range names {
		names[i] = fmt.Sprintf("%d × %s", c[name], name)
	}
	return strings.Join(names, ", ")
}

// Tell says of a property that failed how often it did, and for which causes.
func (r *Result) Tell(property string) string {
	c := causes(r.Causes[property])
	runs := "runs"
	if r.Failed[property] == 1 {
		runs = "run"
	}
	if len(c) == 0 {
		return fmt.Sprintf("%s: %d %s, none of them shrunk", property, r.Failed[property], runs)
	}
	return fmt.Sprintf("%s: %d %s; of %d shrunk: %s", property, r.Failed[property], runs, c.examined(), c.tells())
}

// note counts a failure, and reports whether it is to be kept: the first of its cause, up to Keep.
func (r *Result) note(f Failure) bool {
	property, cause := f.Violation.Property, causeOf(f.Minimal.Plan)
	if r.Causes[property] == nil {
		r.Causes[property] = map[string]int{}
	}
	r.Causes[property][cause]++
	return r.Causes[property][cause] == 1 && len(r.Causes[property]) <= r.Keep
}
