package words

import (
	election "github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
	detector "github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// DetectorTimers are the names of the lower machine's timers. Its messages are all that SWIM has.
func DetectorTimers() []string {
	return []string{
		detector.ClockPeriod.Name(), detector.TimerReply.Name(), detector.TimerEnd.Name(), detector.TimerJoin.Name(),
		detector.NameSuspicion,
	}
}

// ElectionKinds are the kinds of the upper machine's messages and inputs.
func ElectionKinds() []string {
	return []string{
		election.KindQuery, election.KindResponse, election.KindNotify, election.KindLeader,
		election.KindStart, election.KindMissed, election.KindForget, election.KindLearn,
	}
}

// ElectionTimers are the names of the upper machine's timers.
func ElectionTimers() []string {
	return []string{election.TimerCollect.Name(), election.TimerAwait.Name(), election.TimerTakeover.Name()}
}
