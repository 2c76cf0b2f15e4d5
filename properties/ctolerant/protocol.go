// Package ctolerant brings the three statements of the c-tolerant elections together: what depends on a
// configuration (apply.go); what the environment tells a process, and how an implementation state is read
// as a specification state (abstraction.go); the ghost and the properties (history.go, properties.go),
// those that must fail (witnesses.go); the monitor that judges runs by their events (monitor.go,
// books.go), and the assumptions that a run may break; what campaigns draw (draw.go) and the corpus. It is
// the only place where spec/ctolerant and impl/ctolerant meet.
//
// Start reading at [Protocol].
package ctolerant

import (
	"embed"

	"github.com/scrutineer-go/scrutineer"
	implementation "github.com/scrutineer-go/scrutineer/impl/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
	"github.com/scrutineer-go/scrutineer/tla"
)

// Protocol returns the c-tolerant elections, but for the claims of their paper. The changes are made in every
// configuration and under every budget.
func Protocol(changes ...Change) scrutineer.Registration {
	return scrutineer.Protocol[implementation.State]{
		Name: "ctolerant", Lines: words.Lines(),
		Config: scrutineer.Configs[words.Config, implementation.State]{
			Default: words.Config{Nodes: 2}, Parse: words.Parse, DrawShape: drawConfig,
			ShrinkOf: shrink, Mend: compact,
			Apply:   func(cfg words.Config, p *protocol) error { apply(cfg, p, changes); return nil },
			Reading: []string{"c", "f", "rule", "interpretations", "churn", "breaksC", "held"},
		},
		CrashAfter: []string{deliverQuery, deliverNotify, deliverLeader},
		Corpus:     corpusFiles, TLA: tla.Of("ctolerant"), Pinned: true, Contenders: contenders(),
	}
}

// corpusFiles holds the plans that every go test and every verify replays.
//
//go:embed testdata/corpus/*.json
var corpusFiles embed.FS
