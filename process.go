package scrutineer

import (
	"reflect"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// checkProcesses says what is wrong with the processes that New of a protocol returns for a group of n. Their State is
// of type t.
func checkProcesses(t reflect.Type, make func(NodeID, int) Node, n int) error {
	if t.Kind() != reflect.Struct {
		return input.Errorf("New", "makes a process whose State is a %s, it must be a struct", t)
	} else if why := codec.Refusal(t); why != "" {
		return input.Errorf("New", "makes a process whose State cannot be saved: %s", why)
	}
	first, err := made(t, make, 0, n)
	if err != nil {
		return err
	}
	for _, id := range []NodeID{0, NodeID(min(1, n-1)), NodeID(n - 1)} {
		other, err := made(t, make, id, n)
		if err != nil {
			return err
		}
		if first == other && t.Size() > 0 {
			return input.Errorf("New", "returns processes that share one State, asked for %s and for %s: "+
				"make a new one each time", NodeID(0), id)
		}
	}
	return nil
}

// made returns the state of a process that New returns.
func made(t reflect.Type, make func(NodeID, int) Node, id NodeID, n int) (state any, err error) {
	what := "New"
	defer func() {
		if cause := recover(); cause != nil {
			err = input.Errorf("New", "%s of process %s panics: %v", what, id, spec.Recovered(cause))
		}
	}()
	node := make(id, n)
	if v := reflect.ValueOf(node); !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
		return nil, input.Errorf("New", "returns nil for process %s of %d, it must return a process", id, n)
	}
	what = "State"
	state = node.State()
	if want := reflect.PointerTo(t); reflect.TypeOf(state) != want || reflect.ValueOf(state).IsNil() {
		return nil, input.Errorf("New",
			"makes a process whose State method returns %T, it must be %s as in Protocol[…]", state, want)
	}
	return state, nil
}
