package rsdptest

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
)

// row is a reducer that breaks a law, and what is said of it.
type row struct {
	does string
	law  Law
	says string
	twin
}

// impure are those that do more than to answer.
func impure() []row {
	calls := 0
	return []row{
		{"overwrites its buffer", Pure, "AggregateShareState writes to what it is given", twin{
			shares: func(r replica, _ any, s entries) any {
				slices.Reverse(s)
				return united(r, s)
			},
		}},
		{"overwrites what it holds", Pure, "AggregateCloseState writes to what it is given", twin{
			closes: func(_ replica, own any, closers spec.Set) any {
				held := own.(loads).All
				return loads{slices.DeleteFunc(held, func(l load) bool { return closers.Has(l.Of) })}
			},
		}},
		{"overwrites who is gone", Pure, "AggregateState writes to", twin{
			statuses: func(r replica, _ any, s entries) any {
				for _, entry := range s {
					r.Gone[entry.From] = false
				}
				return united(r, s)
			},
		}},
		{"counts its calls", Pure, "UpdateState says", twin{
			update: func(_ replica, _, aggregate any) any {
				calls++
				return loads{append(slices.Clone(aggregate.(loads).All), load{0, calls})}
			},
		}},
		{"goes by the order of a map", Pure, "AggregateShareState says", twin{
			shares: func(_ replica, _ any, s entries) any {
				of := map[spec.NodeID]int{}
				for i := range spec.NodeID(64) {
					of[i] = len(s)
				}
				for i, n := range of {
					return loads{[]load{{i, n}}}
				}
				return nil
			},
		}},
		{"tells another mean", Specified, "NormalizeState of", twin{
			normalize: func(r replica, own any) any {
				m := utilisation{}.NormalizeState(r, own).(mean)
				return mean{m.Sum / max(1, m.Count), 1}
			},
		}},
	}
}

// disorderly are those whose aggregates depend on how it was told, and not on what.
func disorderly() []row {
	unsorted := func(_ replica, _ any, s entries) any { // as they come
		var all loads
		for _, entry := range s {
			all.All = append(all.All, entry.Data.(loads).All...)
		}
		return all
	}
	averaged := func(r replica, _ any, s entries) any {
		sum, count := 0, 0
		for _, entry := range s {
			for _, l := range entry.Data.(loads).All {
				sum, count = sum+l.Percent, count+1
			}
		}
		return loads{[]load{{r.Self, 1000 * sum / max(1, count)}}}
	}
	return []row{
		{"lists answers as they come", StatusOrder, "AggregateState makes", twin{statuses: unsorted}},
		{"lists who answers twice twice", StatusRepeats, "AggregateState makes", twin{statuses: unsorted}},
		{"takes the first", ShareOrder, "AggregateShareState makes", twin{
			shares: func(_ replica, _ any, s entries) any { return s[0].Data },
		}},
		{"counts what is shared twice", ShareRepeats, "AggregateShareState makes", twin{shares: averaged}},
		{"takes the mean of means", Grouping, "AggregateShareState makes", twin{shares: averaged}},
	}
}

// unstable are those that do not rest, or are not to be relied on.
func unstable() []row {
	closed := utilisation{}.AggregateCloseState
	return []row{
		{"begins with what it knows of itself", Begins, "what a replica knows of itself stands in its STATUS", twin{
			beginning: func(r replica) any {
				if r.Self == spec.None {
					return loads{}
				}
				return reading(r.Self)
			},
		}},
		{"counts batches", Settles, "after it came again", twin{
			update: func(_ replica, own, aggregate any) any {
				more := slices.Clone(aggregate.(loads).All)
				more[0].Percent = 1
				if held := own.(loads).All; len(held) > 0 {
					more[0].Percent = held[0].Percent + 1
				}
				return loads{more}
			},
		}},
		{"forgets what it held", KeepsHeld, "when it hears of the first again", twin{}},
		{"is not valid when taken", Sanitised, "takes the valid", twin{
			update: func(r replica, _, aggregate any) any { return closed(r, aggregate, spec.NewSet(r.Self)) },
		}},
		{"is not valid when sanitised", Sanitised, "when it was sanitised", twin{
			sanitize: func(r replica, aggregate any) (any, bool) {
				_, is := utilisation{}.SanitizeShareState(r, aggregate)
				return loads{}, is
			},
		}},
		{"is not valid when others have left", Sanitised, "which is not valid", twin{
			closes: func(r replica, own any, closers spec.Set) any { return closed(r, own, closers.With(r.Self)) },
		}},
		{"always reloads", Reloads, "is to hear of", twin{
			reload: func(replica, any, any) bool { return true },
		}},
		{"never reloads", Reloads, "is not to hear of", twin{
			reload: func(replica, any, any) bool { return false },
		}},
		{"forgets the first who left", Closes, "have left and then", twin{
			closes: func(r replica, own any, closers spec.Set) any {
				return closed(r, own, closers[:min(1, len(closers))])
			},
		}},
	}
}
