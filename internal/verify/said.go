package verify

import (
	"context"

	"github.com/scrutineer-go/scrutineer/internal/tlc"
)

// Named returns the names of the chosen cases, protocol/id, in the order of the tables.
func (p Plan) Named() []string {
	names := make([]string, len(p.jobs))
	for i, j := range p.jobs {
		names[i] = j.protocol.Name + "/" + j.c.ID
	}
	return names
}

// Said runs the n-th of the chosen cases through this TLC alone. Nothing is judged.
func (p Plan) Said(ctx context.Context, n int, r tlc.Runner) (tlc.Result, error) {
	j := p.jobs[n]
	return r.Run(ctx, j.modules, j.folders, j.c, j.tlcOptions(p.o))
}
