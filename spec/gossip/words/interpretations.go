package words

// Interpretation is a way to read the paper that is taken in place of the recommended one.
type Interpretation string

// The interpretations, with the facts sheet's number of what they interpret.
const (
	// Announce (step 5): who claims tells everybody. Recommended: beats and records tell it.
	Announce Interpretation = "announce"
	// ClaimAtStart (c10): who has just begun is the master of those whom it knows, itself.
	// Recommended: nobody claims before it is settled.
	ClaimAtStart Interpretation = "claim-at-start"
	// ClaimWhenKnown (C0): a process is settled when it knows a quorum, and not by time.
	ClaimWhenKnown Interpretation = "claim-when-known"
	// DeadReturns (c8, C4.3): the list is shifted at a failure, and nobody is removed from what is
	// known, so that the next ranking has the failed master again. Recommended: who is suspected is
	// not ranked.
	DeadReturns Interpretation = "dead-returns"
	// DedupDrops (c11, C4.2): a copy of a version that is known is dropped whatever its TTL.
	// Recommended: it goes on where it may go further than the one before.
	DedupDrops Interpretation = "dedup-drops"
	// EarlyTimeout (c7): T_fail may be less than three heartbeat intervals, and is two of them where
	// it is not given. It changes nothing but lengths of timers.
	EarlyTimeout Interpretation = "early-timeout"
	// IDSummand (c2): the number is a third summand of the score, and no tie-break. Recommended: the
	// key is (score, number).
	IDSummand Interpretation = "id-summand"
	// LocalNormalisers (c3, C4.1): criteria are divided by the maxima among those who are known.
	// Recommended: by maxima that all are configured with.
	LocalNormalisers Interpretation = "local-normalisers"
	// MasterBeats (C0): the acting master beats, and nobody else. Recommended: everybody does.
	MasterBeats Interpretation = "master-beats"
	// NoCache: nothing is known as a duplicate, technique 2 alone.
	NoCache Interpretation = "no-cache"
	// NoEpochs: a master acts under no epoch, as printed. Recommended: epochs, to fence.
	NoEpochs Interpretation = "no-epochs"
	// NoFloor (C0): who is suspected is forgotten, and any record of it counts again. Recommended: the
	// version is kept, and only a newer one counts.
	NoFloor Interpretation = "no-floor"
	// NoStepBack (c9): who acts goes on acting, whoever it hears of. Recommended: it steps back for
	// who is better and alive.
	NoStepBack Interpretation = "no-step-back"
	// RawMilliseconds (c1): the latency is not normalised, and is in milliseconds.
	RawMilliseconds Interpretation = "raw-milliseconds"
	// RawSeconds (c1): it is in seconds.
	RawSeconds Interpretation = "raw-seconds"
	// SharedEpochs: a claim takes the next epoch, whoever else takes it too. Recommended: each process
	// has epochs of its own.
	SharedEpochs Interpretation = "shared-epochs"
)

// Interpretations lists them, in ascending order.
func Interpretations() []Interpretation {
	return []Interpretation{
		Announce, ClaimAtStart, ClaimWhenKnown, DeadReturns, DedupDrops, EarlyTimeout, IDSummand, LocalNormalisers,
		MasterBeats, NoCache, NoEpochs, NoFloor, NoStepBack, RawMilliseconds, RawSeconds, SharedEpochs,
	}
}

// AsPrinted are those under which the paper is read to the letter.
func AsPrinted() []Interpretation {
	return []Interpretation{
		ClaimAtStart, DeadReturns, DedupDrops, EarlyTimeout, IDSummand, LocalNormalisers, MasterBeats, NoEpochs,
		RawMilliseconds,
	}
}

// excluding are the pairs that cannot be taken together.
func excluding() [][2]Interpretation {
	return [][2]Interpretation{
		{ClaimAtStart, ClaimWhenKnown},
		{DeadReturns, NoFloor},
		{DedupDrops, NoCache},
		{NoEpochs, SharedEpochs},
		{RawMilliseconds, RawSeconds},
	}
}
