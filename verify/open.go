package verify

import (
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/tla/tlc"
)

// Opener returns the function that opens the cases of a protocol: it parses the
// configuration C of the case, reads its budget against the lines, and makes the
// system. Errors are input errors that name the field.
func Opener[C any](
	parse func([]byte) (C, error), lines []spec.Line, nodes func(C) int,
	system func(C, spec.Budget) Subject,
) func(tlc.Case) (Subject, error) {
	return func(c tlc.Case) (Subject, error) {
		cfg, err := parse(c.Config)
		if err != nil {
			return nil, input.In("", "config", err)
		}
		budget, err := budgetOf(c, lines, nodes(cfg))
		if err != nil {
			return nil, err
		}
		return system(cfg, budget), nil
	}
}
