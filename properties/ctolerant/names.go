package ctolerant

// The properties by their names, which are the same in TLA+ where it has them.
const (
	// Agreement: at rest all that are up follow the same process, once an election is over.
	Agreement = "Agreement"
	// LowestLately: whom one follows was the lowest at some instant of the last run (S5).
	LowestLately = "LowestLately"
	// Preference: whom all follow is the lowest whom the answers propose and none reports.
	Preference = "Preference"
	// CT1: of those whose answers decide, one has the would-be leader in its list.
	CT1 = "CT1"
	// FewRestarts: at most y runs find nobody (CT-7).
	FewRestarts = "FewRestarts"
	// RestartsHaveCause: no run is repeated that nothing has troubled.
	RestartsHaveCause = "RestartsHaveCause"
	// Targets: as many are asked as are needed, none of whom has answered (D6).
	Targets = "Targets"
	// TrueAnswers: a QUERY is answered as list and metrics demand.
	TrueAnswers = "TrueAnswers"
	// MessageCount: the counts of Lemma 1, CT-10 and CT-11.
	MessageCount = "MessageCount"
	// Lists: a list holds whom the membership service has put there.
	Lists = "Lists"
	// Yields: the rule between initiators.
	Yields = "Yields"
	// EverybodyLed: at last everybody follows somebody.
	EverybodyLed = "EverybodyLed"
	// RunEnds: at last the elections are over.
	RunEnds = "RunEnds"
	// EnoughAnswer: at last c+1 have answered (CT-5).
	EnoughAnswer = "EnoughAnswer"
)

// liveness are the properties that are judged at the end of a run.
var liveness = []string{EverybodyLed, RunEnds}
