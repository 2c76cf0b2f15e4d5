package rsdp

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
)

// witnesses must fail somewhere: else what the other properties speak of never happened.
func (e engine[L]) witnesses() []spec.Property[verify.Judged[L, struct{}]] {
	never := func(
		name string, happens func(spec.NodeID, specification.Local) bool,
	) spec.Property[verify.Judged[L, struct{}]] {
		return spec.Property[verify.Judged[L, struct{}]]{Name: name, Check: func(st verify.Judged[L, struct{}]) error {
			for _, id := range e.on(st) {
				if l := e.at(st, id); happens(id, l) {
					return fmt.Errorf("%s is %+v", id, l)
				}
			}
			return nil
		}}
	}
	return spec.Witnesses(
		never("NeverElects", func(_ spec.NodeID, l specification.Local) bool {
			for _, value := range l.Values {
				if _, leader, _ := members(value); leader != spec.None {
					return true
				}
			}
			return false
		}),
		never("NeverShares", func(_ spec.NodeID, l specification.Local) bool { return len(l.Shares) > 1 }),
		never("NeverWaits", func(_ spec.NodeID, l specification.Local) bool {
			return l.Due || len(l.Closes) > 0 || len(l.Hellos) > 0
		}),
		never("NeverForgets", func(_ spec.NodeID, l specification.Local) bool { return len(l.Gone) > 0 }),
		never("NeverRestarts", func(_ spec.NodeID, l specification.Local) bool { return l.Life > 0 }),
		spec.Property[verify.Judged[L, struct{}]]{Name: "NeverDisagrees", Check: e.all(agree)},
	)
}
