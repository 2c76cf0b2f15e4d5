package watchdog

import (
	"strings"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/spec"
	election "github.com/scrutineer-go/scrutineer/spec/bully/words"
	"github.com/scrutineer-go/scrutineer/spec/watchdog/words"
)

// What a run may break.
const (
	// assumeArrives: no message of the election is lost on its way to a process that is up.
	assumeArrives = "NothingLost"
	// assumeInTime: no process follows a leader that is down and that it has suspected since before it began to follow
	// it. vCube says nothing of a leader that is suspected already.
	assumeInTime = "LeaderInTime"
)

// watch returns a function that returns one that notes which assumptions a run breaks, and whether a leader has been
// replaced.
func watch(cfg words.Config) func() func(scrutineer.Step[state]) {
	exchanged := spec.NewSet(words.ElectionKinds()...)
	return func() func(scrutineer.Step[state]) {
		doubted := make([]bool, cfg.Nodes) // by process, whether it has suspected its leader ever since it follows it
		return func(s scrutineer.Step[state]) {
			a := s.Action
			isDrop := spec.ClassOf(strings.TrimPrefix(a.Name, spec.CrashIn(""))) == spec.ClassDrop
			s.Broke(assumeArrives, isDrop && exchanged.Has(a.Msg.Body.Kind()))
			if p := s.After.State(a.At); p != nil {
				leader := p.Upper.Leader()
				follows := a.Name == spec.Deliver(election.KindCoordinator) && a.Msg.From == leader
				suspects := leader != spec.None && p.Lower.Timestamps[leader]%2 == 1
				doubted[a.At] = suspects && leader != a.At && (doubted[a.At] || follows)
				s.Saw("Replaced", follows && s.After.Highest() == leader && int(leader) < cfg.Nodes-1)
			}
			for id, p := range s.After.All() {
				s.Broke(assumeInTime, doubted[id] && !s.After.Up(p.Upper.Leader()))
			}
		}
	}
}
