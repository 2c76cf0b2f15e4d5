package ctolerant

import "github.com/scrutineer-go/scrutineer/spec/ctolerant/words"

// before reports whether election a goes before b: the later number does, and of equal ones
// the lower initiator, which the paper has prevail (section III-B).
func before(a, b words.Election) bool {
	return a.Number > b.Number || a.Number == b.Number && a.Initiator < b.Initiator
}

// later reports whether tag a is later than b.
func later(a, b words.Tag) bool {
	if a.Election != b.Election {
		return before(a.Election, b.Election)
	}
	return a.Run > b.Run || a.Run == b.Run && a.Seq > b.Seq
}

// Later reports whether tag a is later than tag b. The followers of both see that the leader of a was made leader after
// the leader of b.
func Later(a, b words.Tag) bool { return later(a, b) }
