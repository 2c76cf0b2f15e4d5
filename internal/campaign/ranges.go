package campaign

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/gauge"
	"github.com/scrutineer-go/scrutineer/internal/input"
)

// A bug that shows only where a number is large is found by nobody who draws none. So a campaign keeps the least
// and the greatest of every number that it meets: in configurations, in messages and inputs as they come to a process,
// and in states, of which it reads some.

// checkRanges tells what cannot be a range.
func checkRanges(ranges []gauge.Range) error {
	for i, r := range ranges {
		at := fmt.Sprintf("ranges[%d]", i)
		if i > 0 && ranges[i-1].Field >= r.Field {
			return input.Errorf(at+".field", "%q, fields must be in the order of their names", r.Field)
		}
		if r.Least > r.Most {
			return input.Errorf(at+".least", "%d, it must be %d or less", r.Least, r.Most)
		}
	}
	return nil
}

// writeRanges prints a row for the configuration, one for states, and one for each kind of message and input.
func writeRanges(out io.Writer, ranges []gauge.Range) {
	rows := map[string][]string{}
	for _, r := range byPath(ranges) {
		counts, path := split(r)
		root, rest, _ := strings.Cut(path, ".")
		if counts != "" {
			rest = counts + "(" + rest + ")"
		}
		rows[root] = append(rows[root], strings.TrimSpace(rest+" "+extent(r)))
	}
	fmt.Fprintf(out, "numbers seen in\tconfigurations, what comes to processes, "+
		"states after every %dth event and at the end\n", stateEvery)
	for _, root := range slices.Sorted(maps.Keys(rows)) {
		fmt.Fprintf(out, "  %s\t%s\n", root, strings.Join(rows[root], ", "))
	}
}

// byPath returns them in the order of their paths, whether these are counted or not.
func byPath(ranges []gauge.Range) []gauge.Range {
	return slices.SortedStableFunc(slices.Values(ranges), func(a, b gauge.Range) int {
		_, x := split(a)
		_, y := split(b)
		return strings.Compare(x, y)
	})
}

// split returns what is counted, "" where it is the number itself, and the path.
func split(r gauge.Range) (counts, path string) {
	counts, path, counted := strings.Cut(strings.TrimSuffix(r.Field, ")"), "(")
	if !counted {
		return "", r.Field
	}
	return counts, path
}

// extent says from where to where a number goes.
func extent(r gauge.Range) string {
	if r.Least == r.Most {
		return fmt.Sprint(r.Least)
	}
	return fmt.Sprintf("%d…%d", r.Least, r.Most)
}
