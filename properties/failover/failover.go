// Package failover is the registration of the runs of the failover topologies T1, T2 and T3 on top of the engine of
// the Replica State Discovery Protocol. Their statements, what judges them and the cases of their model
// stand in the rooms of rsdp; here is their corpus.
package failover

import (
	"embed"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/properties/rsdp"
)

// corpus holds the plans that every go test and every verify replays.
//
//go:embed testdata/corpus/*.json
var corpus embed.FS

// Protocol returns the protocol.
func Protocol() scrutineer.Registration {
	p := rsdp.Failover()
	p.Corpus, p.RunsOnly = corpus, true
	return p
}
