package ctolerant

import (
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
	"github.com/scrutineer-go/scrutineer/tla/tlc"
)

// constants are those of CTolerant.tla, which says what each means.
func constants(cfg words.Config) map[string]any {
	suspicions, churn := make([]any, cfg.Nodes), make([]tlc.Value, cfg.Nodes)
	for i := range cfg.Nodes {
		suspicions[i] = tlc.Seq() // nobody suspects
		if cfg.Suspicions != nil {
			suspicions[i] = cfg.Suspicions[i]
		}
		churn[i] = changes(cfg.ChurnAt(spec.NodeID(i)))
	}
	return map[string]any{
		"Protocol": cfg.Protocol, "C": cfg.C, "F": cfg.F, "Rule": cfg.Rule, "Readings": cfg.Readings,
		"X": cfg.X, "Y": cfg.Y, "Suspicions": suspicions, "Rises": rises(cfg.Rises),
		"Initiator": cfg.Initiator, "Rivals": cfg.Rivals,
		"Lists": cfg.Lists, "Churn": churn, "BreaksC": cfg.BreaksC,
	}
}

// changes are the sequence of what happens to the membership of one process.
func changes(all []words.Change) tlc.Value {
	records := make([]tlc.Value, len(all))
	for k, change := range all {
		node := change.Node
		if change.Does == words.Joins || change.Does == words.Leaves {
			node = spec.None
		}
		records[k] = tlc.Record(map[string]tlc.Value{
			"does": tlc.Str(string(change.Does)), "node": tlc.Int(int(node)),
		})
	}
	return tlc.Seq(records...)
}

// rises are the set of what failure detectors may find.
func rises(all []words.Rise) tlc.Value {
	records := make([]tlc.Value, len(all))
	for k, r := range all {
		records[k] = tlc.Record(map[string]tlc.Value{
			"at": tlc.Int(int(r.At)), "of": tlc.Int(int(r.Of)), "count": tlc.Int(r.Count),
		})
	}
	return tlc.Set(records...)
}
