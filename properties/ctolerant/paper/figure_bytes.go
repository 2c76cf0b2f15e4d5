package paper

import (
	"fmt"
	"math/big"

	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// kilobytes returns the kilobytes of an election: bodies and headers, times the links.
func kilobytes(r ran) *big.Rat { return big.NewRat(int64(r.bytes), 1000) }

// bandwidth measures Figures 3, 4 and 5: E3, E4 and E5.
func (e extent) bandwidth(a axis, rows []setting) run {
	return e.along(a, rows, bytesTimesHops(),
		func(t *reproduce.Table, samples [][]four) {
			var cells []reproduce.Cell
			for _, s := range samples {
				hybrid, base := meanOf(s, words.Hybrid, kilobytes), meanOf(s, words.Base, kilobytes)
				cells = append(cells, orNone(more(hybrid, base), 1))
			}
			addColumn(t, reproduce.Column{
				Name: "Hybrid, more", Unit: "%", Means: "by how much the mean of Hybrid exceeds that of Base",
			}, cells)
			t.Notes = append(t.Notes, linesThrough(a, rows, samples)...)
		})
}

func bytesTimesHops() metric {
	return metric{
		unit: "kB", what: "bytes times hops (kB)", digits: 2, of: kilobytes,
		means: "an election of Base: encoded bodies and 28 bytes of headers a copy, times the hops of its route; a " +
			"copy to oneself has one hop",
	}
}

// linesThrough returns notes with the lines through the means; none if the axis has no numbers.
func linesThrough(a axis, rows []setting, samples [][]four) []string {
	var x []*big.Rat
	for _, row := range rows {
		at, ok := a.at(row).Number()
		if !ok {
			return nil
		}
		x = append(x, at)
	}
	if len(x) < 3 {
		return nil
	}
	var notes []string
	for k, variant := range words.Variants() {
		l := lineThrough(x, meansOf(samples, variant, kilobytes))
		if l.fit != nil {
			notes = append(notes, fmt.Sprintf("Least squares, %s: %s kB at 0, %s kB more for each 1 more, R² = %s.",
				heads()[k], decimals(l.start, 2), decimals(l.slope, 3), decimals(l.fit, 3)))
		}
	}
	return notes
}

// meansOf returns the mean of a metric of the elections of one kind, at each point.
func meansOf(samples [][]four, election words.Variant, of func(ran) *big.Rat) []*big.Rat {
	var all []*big.Rat
	for _, s := range samples {
		all = append(all, meanOf(s, election, of))
	}
	return all
}
