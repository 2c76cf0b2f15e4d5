package spec

// PropertyKind says over which states a property is judged.
type PropertyKind uint8

// The kinds of properties. The first two are judged state by state, the others on
// the fair runs of a model that was explored to its end.
const (
	// Always properties must hold in every reachable state.
	Always PropertyKind = iota
	// Reachable properties must hold in at least one reachable state. They are
	// the witnesses of the Always properties: they show that the model did
	// something for those to be true of.
	Reachable
	// Eventually properties must hold at some time in every fair run: <>P. Here and
	// below a state that is Exhausted counts as one in which P holds.
	Eventually
	// Recurrent properties must hold again and again in every fair run: []<>P.
	Recurrent
	// Stable properties must hold from some time on in every fair run: <>[]P.
	Stable
)

// Temporal tells whether a property of that kind is judged on runs.
func (k PropertyKind) Temporal() bool { return k >= Eventually }

// Property is something to judge about the states of a Model.
type Property[S any] struct {
	// Name is the same in TLA+, here and in every output.
	Name string
	Kind PropertyKind
	// Check returns nil where the property holds of the state, else the reason
	// why not, in words for the reader of a counterexample.
	Check func(S) error
}
