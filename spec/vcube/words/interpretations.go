package words

// Interpretation is a way to read the paper that is taken in place of the recommended one.
type Interpretation string

// The interpretations, with the facts sheet's number of what they interpret.
const (
	// LiteralMerge (V3): the timestamps that a Reply brings are merged, and Correct is left as it
	// is, as printed in lines 17 to 25. Recommended: whose timestamp rose is correct if and only
	// if it is even now.
	LiteralMerge Interpretation = "literal-merge"
	// SelfLeaves (V4): what is merged about oneself decides whether one is in Correct, too.
	// Recommended: the number is merged, and one stays in Correct.
	SelfLeaves Interpretation = "self-leaves"
	// SelfRefutes (V4): an odd timestamp of oneself that was merged is raised by one.
	SelfRefutes Interpretation = "self-refutes"
	// Scan (V2): a process tests the members of its cluster one after another until one answers,
	// as the text has it. Recommended: it tests those in whose cluster it is the first that it
	// holds for correct, as the algorithm has it.
	Scan Interpretation = "scan"
	// CountKept (V7): the count is cleared where a process that recovers finds another leader,
	// and nowhere else, as printed. Recommended: wherever a process finds another leader, and at
	// the penalty.
	CountKept Interpretation = "count-kept"
	// CountResetAtPenalty (V7): as printed, and at the penalty.
	CountResetAtPenalty Interpretation = "count-reset-at-penalty"
	// ZeroAfterRecover (Y8): who recovers takes the others' incarnations for 0, as printed.
	// Recommended: they are unknown, and none of them leads or is a candidate until it is heard of.
	ZeroAfterRecover Interpretation = "zero-after-recover"
	// LeaderUnstored (V6): the first leader is not stored at the beginning, as printed.
	// Recommended: it is.
	LeaderUnstored Interpretation = "leader-unstored"
	// CandidateSelf (V9): where nobody else is correct the candidate of the penalty is the process
	// itself. Recommended: there is no penalty then, and the count is kept. Printed is neither.
	CandidateSelf Interpretation = "candidate-self"
	// EqualPenalty (V8): the penalty makes the incarnation equal to the candidate's, as the
	// introduction has it. Recommended: one more, as line 39 has it.
	EqualPenalty Interpretation = "equal-penalty"
	// FrozenReplies (V11): a process replies with what it knew at the beginning of its round.
	// Recommended: with what it knows when it is asked.
	FrozenReplies Interpretation = "frozen-replies"
	// FixedTimeout (Y11): the timeout of tests stays as it is, as printed. Recommended: it doubles
	// with each reply that comes too late.
	FixedTimeout Interpretation = "fixed-timeout"
)

// Interpretations lists them, in ascending order.
func Interpretations() []Interpretation {
	return []Interpretation{
		CandidateSelf, CountKept, CountResetAtPenalty, EqualPenalty, FixedTimeout, FrozenReplies, LeaderUnstored,
		LiteralMerge, Scan, SelfLeaves, SelfRefutes, ZeroAfterRecover,
	}
}

// AsPrinted are those under which Algorithm 1 is read to the letter.
func AsPrinted() []Interpretation {
	return []Interpretation{CountKept, FixedTimeout, LeaderUnstored, LiteralMerge, ZeroAfterRecover}
}

// excluding are the pairs that cannot be taken together.
func excluding() [][2]Interpretation {
	return [][2]Interpretation{
		{CountKept, CountResetAtPenalty},
		{SelfLeaves, SelfRefutes},
		{LiteralMerge, SelfLeaves},
		{LiteralMerge, SelfRefutes},
	}
}
