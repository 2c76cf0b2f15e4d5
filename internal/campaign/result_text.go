package campaign

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/scrutineer-go/scrutineer/internal/phrase"
)

// Write prints the result as a few tables.
func (r *Result) Write(out io.Writer, p Harness) error {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "runs\t%d asked, %d run: %d passed, %d failed, %d outside the assumptions\n",
		r.Asked, r.Run, r.Passed(), r.Run-r.Passed()-r.Outside, r.Outside)
	if p.Unspecified {
		fmt.Fprintf(t, "judged\tby the monitor alone: the runs of %s are not compared with a specification\n", p.Name)
	}
	fmt.Fprintf(t, "events\t%d, %d of them deliveries\n", r.Events, r.Delivered)
	fmt.Fprintf(t, "failed\t%s\n", phrase.Counts(r.Failed))
	fmt.Fprintf(t, "faults took effect in\t%s\n", phrase.Counts(r.Faults, p.FaultKinds...))
	for _, fault := range slices.Sorted(maps.Keys(r.Hits)) {
		fmt.Fprintf(t, "  %s of\t%s\n", fault, phrase.Counts(r.Hits[fault], p.mustHitOf(fault)...))
	}
	fmt.Fprintf(t, "assumptions broken in\t%s\n", phrase.Counts(r.Broken, p.Assumptions...))
	fmt.Fprintf(t, "witnesses\t%s\n", phrase.Counts(r.Seen, p.demanded(r.Fixed)...))
	if len(r.Labels) > 0 {
		fmt.Fprintf(t, "labels\t%s\n", r.Shares())
	}
	if len(r.Unchanging) > 0 {
		fmt.Fprintf(t, "changed nothing\t%s\n", strings.Join(r.Unchanging, ", "))
	}
	if unmet := r.Unmet(p); len(unmet) > 0 {
		fmt.Fprintf(t, "never happened\t%s\n", strings.Join(unmet, ", "))
	}
	if r.Edges != nil {
		r.Edges.write(t, p.Bound(r.Fixed))
	}
	for _, c := range r.Traffic {
		fmt.Fprintf(t, "%s\t%d unicasts, %d multicasts, %d broadcasts, %d copies, %d delivered, %d dropped, "+
			"%d duplicated, %d bytes\n",
			c.Kind, c.Unicasts, c.Multicasts, c.Broadcasts, c.Copies, c.Delivered, c.Dropped, c.Duplicated, c.Bytes)
	}
	writeRanges(t, r.Ranges)
	fmt.Fprintf(t, "digest\t%s\n", r.Digest)
	return t.Flush()
}

// Shares says in what share of the runs each label was given.
func (r *Result) Shares() string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(r.Labels)) {
		list = append(list, fmt.Sprintf("%s %.1f %%", name, 100*float64(r.Labels[name])/float64(max(1, r.Run))))
	}
	return strings.Join(list, ", ")
}
