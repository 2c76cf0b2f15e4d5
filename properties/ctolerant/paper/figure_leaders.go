package paper

import (
	"math/big"

	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

func changes(r ran) *big.Rat       { return big.NewRat(int64(r.changes), 1) }
func unhealthyRank(r ran) *big.Rat { return big.NewRat(int64(r.worse), 1) }
func hashRank(r ran) *big.Rat      { return big.NewRat(int64(r.leader), 1) }

// leaderChanges measures Figure 9: E9.
func (e extent) leaderChanges(rows []setting) run {
	return e.along(drops(), rows, timesChanged(), func(t *reproduce.Table, samples [][]four) {
		var cells []reproduce.Cell
		for i, s := range samples {
			c := orNone(more(meanOf(s, words.Hybrid, changes), meanOf(s, words.Base, changes)), 0)
			cells = append(cells, besideAt(c, rows[i].drop, map[int]string{5: "28", 20: "157"}, whyLeaders))
		}
		addColumn(t, reproduce.Column{
			Name: "Hybrid, more", Unit: "%", Means: "by how much the mean of Hybrid exceeds that of Base",
		}, cells)
	})
}

const whyLeaders = "the paper does not say how many more copies low hashes lose, and its traces are not public"

// besideAt puts the paper's figure beside ours at the drop rates for which one is printed.
func besideAt(c reproduce.Cell, drop int, printed map[int]string, why string) reproduce.Cell {
	if figure := printed[drop]; figure != "" && c.Kind == reproduce.KindNumber {
		return c.Beside(figure, why)
	}
	return c
}

// unhealthyRanks measures Figure 10: E10.
func (e extent) unhealthyRanks(rows []setting) run {
	return e.along(drops(), rows, unhealthRank(), func(t *reproduce.Table, samples [][]four) {
		var times, differences, ties []reproduce.Cell
		for i, s := range samples {
			preferred, base := meanOf(s, words.Preferred, unhealthyRank), meanOf(s, words.Base, unhealthyRank)
			c := reproduce.None()
			if base.Sign() > 0 {
				c = reproduce.Decimal(new(big.Rat).Quo(preferred, base), 1)
			}
			times = append(times, besideAt(c, rows[i].drop, map[int]string{5: "1.5", 20: "28.5"}, whyLeaders))
			differences = append(differences, reproduce.Decimal(new(big.Rat).Sub(preferred, base), 2))
			alike := func(r ran) *big.Rat { return big.NewRat(int64(r.alike), 1) }
			ties = append(ties, reproduce.Decimal(meanOf(s, words.Base, alike), 2))
		}
		addColumn(t, reproduce.Column{Name: "times", Means: "the mean of Preferred over the mean of Base"}, times)
		addColumn(t, reproduce.Column{
			Name: "difference", Means: "the mean of Preferred less the mean of Base",
		}, differences)
		addColumn(t, reproduce.Column{
			Name: "ties", Means: "mean number of others that are suspected as often as the leader of Base",
		}, ties)
	})
}

// hashRanks measures Figure 11: E11.
func (e extent) hashRanks(rows []setting) run {
	return e.along(drops(), rows, rankByHash(), func(t *reproduce.Table, samples [][]four) {
		for k, variant := range words.Variants() {
			if variant.Prefers() {
				continue
			}
			for i := range t.Rows {
				if c := t.Rows[i][1+k]; c.Kind == reproduce.KindMean {
					t.Rows[i][1+k] = c.Beside("0", "more than c lists have lacked process 0: see safety")
				}
			}
		}
		t.Notes = append(t.Notes, "The paper has 0.5 to 2.0 for Preferred and Hybrid.")
	})
}

func timesChanged() metric {
	return metric{
		what: "leader changes in a run", digits: 2, of: changes,
		means: "how often the sender of LEADER changes in an election of Base, the first sender included",
	}
}

func unhealthRank() metric {
	return metric{
		what: "unhealthy rank of the leader", digits: 2, of: unhealthyRank,
		means: "number of processes that are suspected more often than the leader of Base, 0 for the unhealthiest",
	}
}

func rankByHash() metric {
	return metric{
		what: "hash rank of the leader", digits: 2, of: hashRank,
		means: "the rank by hash of the leader of Base, 0 for the lowest",
	}
}
