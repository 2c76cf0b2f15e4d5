package paper

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/impl/ctolerant/baseline"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// checkLocalHash is CT-22: to follow the lowest of one's own list takes no message, and
// is right as long as all lists are equal; one missing entry makes two leaders.
func checkLocalHash() (string, error) { return localElection(localHash) }

func localElection(r alternative) (string, error) {
	const most = 8
	entries, split := 0, 0
	for nodes := 2; nodes <= most; nodes++ {
		cfg := words.Config{Nodes: nodes, C: 1}.WithDefaults()
		if err := r.follows(cfg, 1); err != nil {
			return "", fmt.Errorf("%d processes with equal lists: %w", nodes, err)
		}
		full := cfg.Lists
		for _, id := range spec.AllNodes(nodes) {
			for _, at := range spec.AllNodes(nodes).Without(id) {
				entries++
				leaders := 1
				if id == 0 {
					leaders = 2
					split++
				}
				cfg.Lists = lacked(full, id, spec.Set{at})
				if err := r.follows(cfg, leaders); err != nil {
					return "", fmt.Errorf("%d processes, of which %s does not know %s: %w", nodes, at, id, err)
				}
			}
		}
	}
	return fmt.Sprintf("with equal lists LocalHash sends 0 messages and all follow the lowest (N 2 to %d); one "+
		"missing entry makes 2 leaders wherever it is the lowest's: %d of all %d entries", most, split, entries), nil
}

// follows runs an election of LocalHash, which must take no message and end with that number of leaders.
func (r alternative) follows(cfg words.Config, leaders int) error {
	got, w, err := r.messages(cfg, 1)
	if err != nil {
		return err
	}
	if sent := got.Unicasts() + got.Multicasts; sent > 0 {
		return fmt.Errorf("%d messages were sent", sent)
	}
	var followed spec.Set
	for id := range spec.NodeID(cfg.Nodes) {
		followed = followed.With(w.State(id).(*baseline.LocalState).Leader)
	}
	if len(followed) != leaders {
		return fmt.Errorf("%s are followed, it must be %d processes", followed, leaders)
	}
	return nil
}
