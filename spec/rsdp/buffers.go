package rsdp

import (
	"cmp"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// answered returns the buffer of STATUS with one more. A sender's second replaces its first. It is
// ascending by sender; where repeats are kept, those of one sender are in order of arrival.
func (e Engine) answered(buffer spec.Sequence[Status], x Status) spec.Sequence[Status] {
	buffer = slices.Clone(buffer)
	if !e.Interprets(words.KeepsRepeats) {
		buffer = slices.DeleteFunc(buffer, func(old Status) bool { return old.From == x.From })
	}
	buffer = append(buffer, x)
	slices.SortStableFunc(buffer, func(a, b Status) int { return cmp.Compare(a.From, b.From) })
	return buffer
}

// Arrived returns a buffer of SHARE with one more. A sender's second replaces its first. Just two
// reducers depend on the order in which SHAREs arrive. Under a popular vote whose ties go by arrival
// it is kept. Else what is kept is ascending by sender, but where the latest counts that stands at
// the end, and alone if nobody looks at the others.
func (e Engine) Arrived(buffer spec.Sequence[Share], x Share) spec.Sequence[Share] {
	buffer = slices.Clone(buffer)
	if !e.Interprets(words.KeepsRepeats) {
		buffer = slices.DeleteFunc(buffer, func(old Share) bool { return old.From == x.From })
	}
	bySender := func(a, b Share) int { return cmp.Compare(a.From, b.From) }
	runs := func(name string) bool { return slices.Contains(e.Reducers, name) }
	switch {
	case runs(words.Popular) && e.Interprets(words.TieArrival):
		return append(buffer, x)
	case runs(words.Latest):
		if len(e.Reducers) == 1 && !e.Interprets(words.KeepsRepeats) && !e.Interprets(words.Union) {
			return spec.Sequence[Share]{x}
		}
		slices.SortStableFunc(buffer, bySender)
		return append(buffer, x)
	}
	buffer = append(buffer, x)
	slices.SortStableFunc(buffer, bySender)
	return buffer
}

// withHello returns those that wait with one more, each once, ascending by sender and session.
func withHello(waiting spec.Sequence[Hello], x Hello) spec.Sequence[Hello] {
	return ascending(waiting, x, func(a, b Hello) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Session.Life, b.Session.Life),
			cmp.Compare(a.Session.Number, b.Session.Number))
	})
}

// withClose returns those that wait with one more, each once, ascending by sender and life.
func withClose(waiting spec.Sequence[Close], x Close) spec.Sequence[Close] {
	return ascending(waiting, x, func(a, b Close) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Life, b.Life))
	})
}

func ascending[T comparable](list []T, x T, compare func(a, b T) int) []T {
	if slices.Contains(list, x) {
		return list
	}
	list = append(slices.Clone(list), x)
	slices.SortFunc(list, compare)
	return list
}

// livesOf are, of those who have answered, the lives that are not their first, each sender's
// highest, ascending by sender.
func livesOf(statuses []Status) spec.Sequence[words.Life] {
	var lives spec.Sequence[words.Life]
	for _, s := range statuses {
		last := len(lives) - 1
		switch {
		case s.Life == 0:
		case last >= 0 && lives[last].Of == s.From:
			lives[last].Life = max(lives[last].Life, s.Life)
		default:
			lives = append(lives, words.Life{Of: s.From, Life: s.Life})
		}
	}
	return lives
}

// ballot is one that is buffered, a Status or a Share.
type ballot interface{ of(reducer int) Ballot }

func (s Status) of(reducer int) Ballot { return Ballot{s.From, s.Data[reducer]} }

func (s Share) of(reducer int) Ballot { return Ballot{s.From, s.Data[reducer]} }

// ballotsOf are what is buffered for one reducer.
func ballotsOf[B ballot](buffer []B, reducer int) []Ballot {
	ballots := make([]Ballot, len(buffer))
	for i, b := range buffer {
		ballots[i] = b.of(reducer)
	}
	return ballots
}
