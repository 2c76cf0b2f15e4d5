package paper

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/ctolerant"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

const drawsOfLists = 20_000

// checkAnyAnswers is CT-1: among any c+1 processes there is one whose list holds the lowest
// alive; and that turns on the bound c, for one missing entry more is enough to refute it.
func checkAnyAnswers() (string, error) { return anyAnswers(0) }

// anyAnswers is checkAnyAnswers with up to c+beyond lists that lack a process.
func anyAnswers(beyond int) (string, error) {
	groups, at := unaware(beyond)
	if at != "" {
		return "", fmt.Errorf("with c%+d missing entries nobody may know the lowest alive: %s", beyond, at)
	}
	_, at = unaware(beyond + 1)
	if at == "" {
		return "", fmt.Errorf("with c%+d missing entries somebody always knows the lowest alive: c decides nothing",
			beyond+1)
	}
	return fmt.Sprintf("in %d draws of lists with N 3 to 12 and c 0 to 4 all %d groups of c+1 live processes have one "+
		"whose list holds the lowest alive; with one missing entry more than c not, as in %s",
		drawsOfLists, groups, at), nil
}

// unaware draws groups whose lowest process may be dead, with up to c+beyond lists that lack each process. It counts
// the sets of c+1 live processes up to the first set in which no list holds the lowest process alive, and returns that
// set.
func unaware(beyond int) (groups int, first string) {
	for n := range uint64(drawsOfLists) {
		key := draw.New(1).With(n)
		nodes := 3 + below(key.With(1), 10)
		c := below(key.With(2), min(5, nodes))
		alive := spec.AllNodes(nodes)[below(key.With(3), nodes-c):] // c+1 at least
		lists := drawnLists(key.With(4), nodes, max(0, c+beyond))
		knows := func(id spec.NodeID) bool { return lists[id].Has(alive[0]) }
		for group := range alive.Subsets(c + 1) {
			groups++
			if !slices.ContainsFunc(group, knows) {
				return groups, fmt.Sprintf("N %d, c %d, where %s is in no list of %s", nodes, c, alive[0], group)
			}
		}
	}
	return groups, ""
}

// checkAllCandidates is CT-8: what any c+1 processes answer to a QUERY with x = N and y = 0
// names all N processes, whatever their lists lack within c.
func checkAllCandidates() (string, error) { return allCandidates(nil) }

// allCandidates has the implementation answer under these interpretations.
func allCandidates(interpretations spec.SetOf[words.Interpretation]) (string, error) {
	const nodes = 4
	configurations, groups := 0, 0
	for c := range 3 {
		for lists := range allLists(nodes, c) {
			configurations++
			cfg := words.Config{Nodes: nodes, C: c, Lists: lists, Interpretations: interpretations}.WithDefaults()
			if err := cfg.Check(); err != nil {
				return "", err
			}
			var named [nodes]spec.Set
			for id := range named {
				named[id] = answer(cfg, spec.NodeID(id), nodes, 0).Candidates
			}
			for group := range spec.AllNodes(nodes).Subsets(c + 1) {
				groups++
				var all spec.Set
				for _, id := range group {
					all = all.Union(named[id])
				}
				if len(all) < nodes {
					return "", fmt.Errorf("c %d, lists %v: %s together name %s only", c, lists, group, all)
				}
			}
		}
	}
	return fmt.Sprintf("at x = N the candidates of any c+1 answers are all N processes: %d groups in all %d sets of "+
		"lists with N = %d and c = 0 to 2", groups, configurations, nodes), nil
}

// answer is what the real process answers if it is asked for the x lowest and the y
// unhealthiest.
func answer(cfg words.Config, id spec.NodeID, x, y int) words.Response {
	out := impl.NewEffects(nil) // nobody picks whom to answer
	implementation.New(id, cfg).Step(impl.Event{
		Kind: impl.Delivered, From: cfg.Initiator, Body: words.Query{Run: 1, X: x, Y: y},
	}, out)
	return out.List[0].Body.(words.Response)
}

// contacts is one way in which an initiator may ask: some processes other than itself, of
// which the silent ones have crashed.
type contacts struct {
	lists         []spec.Set
	initiator     spec.NodeID
	asked, silent spec.Set
	missing       int // entries in all lists together
	elected       spec.NodeID
}

func (q contacts) String() string {
	return fmt.Sprintf("lists %v, %s asks %s, %s is silent, %s is elected",
		q.lists, q.initiator, q.asked, q.silent, q.elected)
}

// checkTooFewContacts is CT-13, the step in the proof of Theorem 3 that holds: if only c+f
// processes other than the initiator are asked, the wrong one may be elected.
func checkTooFewContacts() (string, error) { return tooFewContacts(1) }

// tooFewContacts lets that many fewer than c+f+1 be asked.
func tooFewContacts(fewer int) (string, error) {
	const c, f = 1, 1
	wrong := misled(c, f, c+f+1-fewer, false)
	if len(wrong) == 0 {
		return "", fmt.Errorf("asking %d fewer than c+f+1 is enough in all lists of 4 processes with c = f = 1", fewer)
	}
	known := contacts{
		lists:     []spec.Set{{0, 1, 2, 3}, {0, 1, 2, 3}, {0, 1, 2}, {3}},
		initiator: 1, asked: spec.Set{0, 3}, silent: spec.Set{0}, elected: 3,
	}
	least, smallest, found := wrong[0].missing, 0, false
	for _, q := range wrong {
		switch {
		case q.missing < least:
			least, smallest = q.missing, 1
		case q.missing == least:
			smallest++
		}
		found = found || q.String() == known.String()
	}
	if !found {
		return "", fmt.Errorf("what is known to go wrong does not: %s", known)
	}
	if enough := misled(c, f, c+f+1, false); len(enough) > 0 {
		return "", fmt.Errorf("c+f+1 are not enough: %s", enough[0])
	}
	if own := misled(c, f, c+f, true); len(own) > 0 {
		return "", fmt.Errorf("c+f and the initiator's own list are not enough: %s", own[0])
	}
	return fmt.Sprintf("c+f contacts other than the initiator are too few: with N = 4 and c = f = 1 they elect a "+
		"live process that is not the lowest in %d ways, %d of them with %d missing entry, and one of them the known "+
		"one: %s; with c+f+1 contacts in none, and with c+f and the initiator's own list in none",
		len(wrong), smallest, least, known), nil
}

// misled returns all ways in which number contacts, f of them silent, lead to a process that is alive and not the
// lowest alive, among 4 processes with all lists within c. If
// own is set, the initiator's own list counts as an answer too.
func misled(c, f, number int, own bool) []contacts {
	var wrong []contacts
	for lists := range allLists(4, c) {
		missing := 0
		for _, list := range lists {
			missing += len(lists) - len(list)
		}
		for i, list := range lists {
			initiator := spec.NodeID(i)
			for asked := range list.Without(initiator).Subsets(number) {
				for silent := range asked.Subsets(f) {
					q := contacts{lists, initiator, asked, silent, missing, spec.None}
					heard := asked.Minus(silent)
					if own {
						heard = heard.With(initiator)
					}
					for _, id := range heard {
						if low := spec.Lowest(lists[id]); q.elected == spec.None || low < q.elected {
							q.elected = low
						}
					}
					alive := spec.AllNodes(len(lists)).Minus(silent)
					if alive.Has(q.elected) && q.elected != alive[0] {
						wrong = append(wrong, q)
					}
				}
			}
		}
	}
	return wrong
}
