package spec

// Fairness is one fairness condition: weak fairness of the actions that Of is true
// of, taken together, or strong fairness of them. As in TLA+ a step that changes
// nothing is none: neither does it count as taken nor as enabled.
//
// Weakly fair actions happen at last if one of them stays enabled; strongly fair
// ones also if one of them is enabled again and again.
type Fairness struct {
	Name   string
	Strong bool
	Of     func(Action) bool
}

// Fair is what a Model offers beside its steps where liveness is to be judged. A
// Model without it is fair to nothing: every one of its runs may stop anywhere.
type Fair interface{ Fairness() []Fairness }

// FairnessOf returns the conditions of a model, none where it has none.
func FairnessOf(model any) []Fairness {
	if fair, ok := model.(Fair); ok {
		return fair.Fairness()
	}
	return nil
}
