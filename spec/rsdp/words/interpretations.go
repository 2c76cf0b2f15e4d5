package words

// Interpretation is a way to read the paper that is taken in place of the recommended one.
type Interpretation string

// The interpretations, with the facts sheet's number of what they interpret.
const (
	// AllHellosWait (a4): a HELLO is answered under the mutex, one's own too.
	AllHellosWait Interpretation = "all-hellos-wait"
	// Arrays (a11): the members are an array, as in the code: a sender that has answered twice stands
	// in it twice. Recommended: a set.
	Arrays Interpretation = "arrays"
	// CloseLast (a15): at a CLOSE the last of the list of members becomes the leader, as in the code;
	// the list of a ranked vote has the best first, so that this is the worst. Recommended: the one
	// that the reducer ranks highest.
	CloseLast Interpretation = "close-last"
	// ClosedBatch (a6): a SHARE that comes after the window has ended, while the mutex is held, waits
	// for the next window. Recommended: it joins the batch.
	ClosedBatch Interpretation = "closed-batch"
	// ClosesFirst: when the mutex is released the CLOSEs that wait go before a batch of SHAREs that is
	// due. Recommended: after it, so that nobody who has left comes back with the batch.
	ClosesFirst Interpretation = "closes-first"
	// CountersRestart (a5): a replica that joins again begins with the same session ids. Recommended:
	// a life is part of the id.
	CountersRestart Interpretation = "counters-restart"
	// HelloCarries (b11, Kotov 2025): a HELLO carries the sender's state, and counts as an answer at a replica that is
	// in a session. Recommended: it is empty.
	HelloCarries Interpretation = "hello-carries"
	// HelloWaits (a4): a HELLO of another replica is answered under the mutex, one's own at once.
	// Recommended: all are answered at once.
	HelloWaits Interpretation = "hello-waits"
	// InitialUnsanitised: what is aggregated first becomes the state as it is, as printed.
	// Recommended: if it is valid.
	InitialUnsanitised Interpretation = "initial-unsanitised"
	// KeepsRepeats: a second STATUS or SHARE of one sender is kept beside its first. Recommended: it
	// replaces the first.
	KeepsRepeats Interpretation = "keeps-repeats"
	// LeaderOutside (a12): a leader need not be among the members, as in the code.
	LeaderOutside Interpretation = "leader-outside"
	// NoEcho (a1): a replica does not hear its own broadcasts, as in section 2.3.
	NoEcho Interpretation = "no-echo"
	// NoSessionIDs (a5): any STATUS that comes during DEBATES is taken, as printed.
	NoSessionIDs Interpretation = "no-session-ids"
	// NoTombstones (A4.3): who has left is forgotten at once, as printed. Recommended: it is
	// remembered, in which life, and taken out of the SHAREs that still name it.
	NoTombstones Interpretation = "no-tombstones"
	// ResyncWaits: a resynchronisation while the mutex is held waits for it. Recommended: it is
	// omitted, for a session is going on.
	ResyncWaits Interpretation = "resync-waits"
	// Silent (a14): the client is told only where shouldReload says so of a SHARE, as printed; the
	// first aggregate and what a CLOSE changes are never told. Recommended: whatever changes.
	Silent Interpretation = "silent"
	// TieArrival (a9): of the tuples that are equally popular that wins which came first: no tie rule.
	// Recommended: the one with the most members, then the greatest leader, then the greatest list.
	TieArrival Interpretation = "tie-arrival"
	// TieLexicographic (a9): … the one with the greatest list, then the greatest leader.
	TieLexicographic Interpretation = "tie-lexicographic"
	// Unbound (a2): who has not started hears no broadcast. Recommended: the queues of all who will
	// boot are there before, and what is in them waits.
	Unbound Interpretation = "unbound"
	// Union (a8): members are united with those that are known, as in section 2.4, and the leader is
	// the greatest. Recommended: what a session finds takes the place of what was known.
	Union Interpretation = "union"
)

// Interpretations lists them, in ascending order.
func Interpretations() []Interpretation {
	return []Interpretation{
		AllHellosWait, Arrays, CloseLast, ClosedBatch, ClosesFirst, CountersRestart, HelloCarries, HelloWaits,
		InitialUnsanitised, KeepsRepeats, LeaderOutside, NoEcho, NoSessionIDs, NoTombstones, ResyncWaits, Silent,
		TieArrival, TieLexicographic, Unbound, Union,
	}
}

// AsPrinted are those under which the paper's text and code are read to the letter.
func AsPrinted() []Interpretation {
	return []Interpretation{
		Arrays, CloseLast, CountersRestart, InitialUnsanitised, KeepsRepeats, LeaderOutside, NoSessionIDs,
		NoTombstones, Silent, TieArrival, Unbound,
	}
}

// excluding are the pairs that cannot be taken together.
func excluding() [][2]Interpretation {
	return [][2]Interpretation{{AllHellosWait, HelloWaits}, {TieArrival, TieLexicographic}}
}
