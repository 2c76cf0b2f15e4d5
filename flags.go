package scrutineer

import (
	"flag"
	"time"
)

// The flags of a test that calls Check: go test -run TestLease -scrutineer.n 100000.
var (
	flagRuns = flag.Int("scrutineer.n", 0,
		"how many drawn `runs` Check judges (default 20000, fewer if they have many events; with -short 200)")
	flagSeed = flag.Uint64("scrutineer.seed", 1, "the `number` that Check draws all runs from")
	flagFor  = flag.Duration("scrutineer.for", 0,
		"have Check judge runs for so `long`, such as 10m, instead of a number of them")
	flagTries = flag.Int("scrutineer.tries", 0,
		"how many `runs` Check spends on making a failure small (default 2000)")
	flagStates = flag.Int("scrutineer.states", 0,
		"how many `states` Check explores at most (default 1000000, with -short 5000); -1 for none")
	flagReplay = flag.String("scrutineer.replay", "", "have Check run the plan in this `file`, and nothing else")
	flagExpect = flag.String("scrutineer.expect", "",
		"with -scrutineer.replay, write the plan with what comes of it as its expectation to this new `file`")
	flagTranscripts = flag.Bool("scrutineer.transcripts", false,
		"have Check write the transcript of each plan of the corpus to NAME.txt beside it, and compare later runs "+
			"with that text")
)

// settings are what the flags say, with their defaults.
type settings struct {
	runs, states int
	events       int // of all runs: their number ends there, if nobody has said it; 0 for no such bound
	tries        int
	seed         uint64
	until        time.Duration
	replay       string
	expect       string
}

const (
	runsDefault   = 20_000
	statesDefault = 1_000_000
	// eventsDefault is how many events the runs of a protocol have by default, and eventsHeld how many if each is held
	// against a specification. leastRuns is how many runs there are then.
	eventsDefault = 3_000_000
	eventsHeld    = 1_000_000
	leastRuns     = 2000
	triesDefault  = 2000
	shortRuns     = 200
	shortStates   = 5_000
	// enough is from how many runs on what must be seen sometimes must have been seen.
	enough = 1000
)

// checkFlags says which flag cannot be right.
func checkFlags() error {
	switch {
	case *flagRuns < 0:
		return Bad("-scrutineer.n", "%d, it must be 1 or more, or 0 for the default", *flagRuns)
	case *flagTries < 0:
		return Bad("-scrutineer.tries", "%d, it must be 1 or more, or 0 for the default", *flagTries)
	case *flagStates < -1:
		return Bad("-scrutineer.states", "%d, it must be 1 or more, 0 for the default, or -1 for none", *flagStates)
	case *flagFor < 0:
		return Bad("-scrutineer.for", "%s, it must be 0s or more", *flagFor)
	case *flagExpect != "" && *flagReplay == "":
		return Bad("-scrutineer.expect", "is given without a plan to replay: give -scrutineer.replay FILE too")
	}
	return nil
}

func settingsNow(short bool) settings {
	s := settings{
		runs: *flagRuns, states: *flagStates, seed: *flagSeed, until: *flagFor, replay: *flagReplay,
		expect: *flagExpect,
	}
	runs, states := runsDefault, statesDefault
	if short {
		runs, states = shortRuns, shortStates
	}
	if s.runs <= 0 {
		s.runs = runs
		if s.until == 0 && !short {
			s.events = eventsDefault
		}
	}
	if s.tries = *flagTries; s.tries <= 0 {
		s.tries = triesDefault
	}
	switch {
	case s.states == 0:
		s.states = states
	case s.states < 0:
		s.states = 0
	}
	return s
}
