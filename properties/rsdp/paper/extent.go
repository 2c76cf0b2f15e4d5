package paper

// extent is how much is measured.
type extent struct {
	startSizes            []int // how many replicas start together
	startRuns             int   // how many starts of each
	lossSizes             []int // how many replicas there are where messages are lost
	lossRuns, quorumRuns  int   // how many sessions of each
	early, lateSessions   int   // how many sessions of a run are not counted, and how many then are
	lateRuns              int   // how many such runs
	timeSizes             []int // how many replicas a session has whose time is measured
	timeRuns              int   // how many sessions of each
	instants              int   // at how many instants of an interval a leader fails: a multiple of 30
	sessionSizes, workers []int // how many processes there are where messages are counted
}
