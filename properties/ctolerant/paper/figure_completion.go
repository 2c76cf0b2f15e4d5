package paper

import (
	"math/big"

	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// inMilliseconds returns the time that an election takes.
func inMilliseconds(r ran) *big.Rat { return big.NewRat(int64(r.completion), int64(millisecond)) }

const whyCompletion = "the paper prints a mean over all of its figures, and does not state f and how copies are dropped"

// completion measures Figures 6, 7 and 8: E6, E7 and E8.
func (e extent) completion(a axis, rows []setting) run {
	return e.along(a, rows, completionTime(), func(t *reproduce.Table, samples [][]four) {
		addSooner(t, samples, "Optimistic, sooner", words.Optimistic, words.Base, "42.6")
		addSooner(t, samples, "Hybrid, sooner", words.Hybrid, words.Preferred, "33.3")
	})
}

func completionTime() metric {
	return metric{
		unit: "ms", what: "completion time (ms)", digits: 0, of: inMilliseconds,
		means: "from the begin of an election of Base until the last process follows the leader that all follow at " +
			"the end (CT-32)",
	}
}

// addSooner adds a column with the percentage by which the mean of one election is less than the mean of another.
func addSooner(t *reproduce.Table, samples [][]four, name string, one, other words.Variant, printed string) {
	var cells []reproduce.Cell
	for _, s := range samples {
		cell := orNone(sooner(s, one, other), 1)
		if cell.Kind == reproduce.KindNumber {
			cell = cell.Beside(printed, whyCompletion)
		}
		cells = append(cells, cell)
	}
	addColumn(t, reproduce.Column{
		Name: name, Unit: "%", Means: "by how much its mean is less than the mean of " + string(other),
	}, cells)
}

// sooner returns by how many percent the mean of one election is less than the mean of another; nil if the latter is 0.
func sooner(s []four, one, other words.Variant) *big.Rat {
	if by := more(meanOf(s, one, inMilliseconds), meanOf(s, other, inMilliseconds)); by != nil {
		return by.Neg(by)
	}
	return nil
}
