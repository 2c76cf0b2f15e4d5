package network

import (
	"fmt"
	"time"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Longest is the longest time to which a timer can be set: a year. Forty times that is still a time.
const Longest = 365 * 24 * time.Hour

// Demand panics with a spec.Breach if an effect of a step of a process cannot be carried out.
func (r Rules) Demand(at spec.NodeID, effects []impl.Effect) {
	for i := range effects {
		if why := r.refuses(&effects[i]); why != "" {
			panic(spec.Breach{Contract: impl.EffectsCanBeDone, Why: fmt.Sprintf("process %s %s", at, why)})
		}
	}
}

// refuses says what is wrong with an effect, "" if nothing is.
func (r Rules) refuses(e *impl.Effect) string {
	switch e.Kind {
	case impl.Send, impl.Multicast, impl.Broadcast:
		switch {
		case e.Body == nil:
			return "sends a message whose body is nil, give it one"
		case e.Body.Kind() == "":
			return fmt.Sprintf("sends a %T whose Kind is empty: plans and diagrams name it by that", e.Body)
		case e.Kind == impl.Send && (e.To < 0 || int(e.To) >= r.nodes):
			return fmt.Sprintf("sends %s to %d, processes are 0 to %d", e.Body.Kind(), int(e.To), r.nodes-1)
		}
	case impl.SetTimer, impl.StopTimer:
		switch {
		case e.Timer == "":
			return "sets or stops a timer without a name, give it one"
		case e.After < 0 || e.After > Longest:
			return fmt.Sprintf("sets timer %s to %s, it must be 0 to %s", e.Timer, e.After, Longest)
		}
	}
	return ""
}
