package words

import (
	polling "github.com/scrutineer-go/scrutineer/spec/polling/words"
	rsdp "github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// EngineKinds are the kinds of the lower machine's messages and inputs.
func EngineKinds() []string {
	return []string{
		rsdp.KindHello, rsdp.KindStatus, rsdp.KindShare, rsdp.KindClose,
		rsdp.KindStart, rsdp.KindLeave, rsdp.KindResync,
	}
}

// EngineTimers are the names of the lower machine's timers.
func EngineTimers() []string {
	return []string{rsdp.TimerStatus.Name(), rsdp.TimerShare.Name(), rsdp.TimerSync.Name()}
}

// PollingKinds are the kinds of the upper machine's messages and inputs.
func PollingKinds() []string {
	return []string{
		polling.KindRequest, polling.KindData, polling.KindLookup, polling.KindAnswer, polling.KindInsert,
		polling.KindAdopt,
	}
}

// PollingTimers are the names of the upper machine's timers.
func PollingTimers() []string { return []string{polling.ClockSlot.Name(), polling.ClockHear.Name()} }
