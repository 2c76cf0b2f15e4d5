package linearizability

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Recorder writes a History down as it happens. Its zero value is ready. What no history can
// have is an error of the program, so it panics with a [spec.Breach].
type Recorder struct {
	history History
	busy    map[int]bool
}

// Call tells that a client calls an operation.
func (r *Recorder) Call(client int, in spec.Body, at int64) {
	if in == nil {
		panic(breach("client %d calls nothing: give the operation, such as Read{}", client))
	}
	r.add(Event{Kind: Called, Client: client, In: in, At: at})
}

// Return tells what the client's operation returned.
func (r *Recorder) Return(client int, out any, at int64) {
	if out == nil || !reflect.TypeOf(out).Comparable() {
		panic(breach("client %d returns %T: give an output that can be compared, Done{} where there is none",
			client, out))
	}
	r.add(Event{Kind: Returned, Client: client, Out: out, At: at})
}

// Crash tells that a client crashed. Nobody will know what became of its operation, if one
// was open. The client may call again when it is back.
func (r *Recorder) Crash(client int, at int64) {
	r.add(Event{Kind: Crashed, Client: client, At: at})
}

// Refuse tells that the client's operation was refused: it has not taken effect, nor will.
func (r *Recorder) Refuse(client int, at int64) {
	r.add(Event{Kind: Refused, Client: client, At: at})
}

func (r *Recorder) add(e Event) {
	sequential(e, r.busy[e.Client])
	if n := len(r.history); n > 0 && e.At < r.history[n-1].At {
		panic(spec.Breach{Contract: "HistoryOrder", Why: fmt.Sprintf("client %d does something at %d, after what "+
			"was at %d: tell events in the order in which they happen", e.Client, e.At, r.history[n-1].At)})
	}
	if r.busy == nil {
		r.busy = map[int]bool{}
	}
	r.busy[e.Client] = e.Kind == Called
	r.history = append(r.history, e)
}

// History returns what has happened so far. What is open has an unknown outcome.
func (r *Recorder) History() History { return slices.Clone(r.history) }
