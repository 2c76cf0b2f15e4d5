package words

import (
	election "github.com/scrutineer-go/scrutineer/spec/bully/words"
	detector "github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// DetectorKinds are the kinds of the lower machine's messages.
func DetectorKinds() []string { return []string{detector.KindRequest, detector.KindReply} }

// DetectorTimers are the names of the lower machine's timers.
func DetectorTimers() []string {
	return []string{detector.TimerInterval.Name(), detector.TimerTest.Name()}
}

// ElectionKinds are the kinds of the upper machine's messages and inputs.
func ElectionKinds() []string {
	return []string{election.KindElection, election.KindAnswer, election.KindCoordinator, election.KindSuspect}
}

// ElectionTimers are the names of the upper machine's timers. It sets neither Beat nor Fail, and stops both.
func ElectionTimers() []string {
	return []string{
		election.TimerAnswer.Name(), election.TimerCoordinator.Name(), election.ClockBeat.Name(),
		election.TimerFail.Name(),
	}
}
