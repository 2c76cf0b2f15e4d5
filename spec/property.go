package spec

// PropertyKind says over which states a property is judged.
type PropertyKind uint8

// The kinds of properties. Liveness is judged by TLC.
const (
	// Always properties must hold in every reachable state.
	Always PropertyKind = iota
	// Reachable properties must hold in at least one reachable state. They are
	// the companions of the Always properties: they show that the model did
	// something for those to be true of.
	Reachable
)

// Property is something to judge about the states of a Model.
type Property[S any] struct {
	// Name is the same in TLA+, here and in every output.
	Name string
	Kind PropertyKind
	// Check returns nil where the property holds of the state, else the reason
	// why not, in words for the reader of a counterexample.
	Check func(S) error
}
