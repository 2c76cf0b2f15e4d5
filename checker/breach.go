package checker

// Breach is a fault in the code of a model, and the way to it.
type Breach[S any] struct {
	Contract, Why string
	Path          Path[S]
}
