package rsdp

import "github.com/scrutineer-go/scrutineer/spec/rsdp/words"

// Injectable is a reducer that takes values from a side channel too.
type Injectable interface {
	Reducer
	// InjectState is the value that follows when a side channel hands data to the replica.
	InjectState(r *Replica, own, data Value) Value
}

// Settler is a reducer with an initial value in replicas that begin with the view of an earlier session.
type Settler interface {
	Reducer
	// Settled is the value that such a replica begins with.
	Settled(r *Replica, view words.View) Value
}

// inject hands a value of the side channel to its reducer. It does not wait for the mutex.
func (e *engine) inject(given words.Inject) {
	if !e.On {
		return
	}
	e.Injected++
	r := e.replica()
	e.change()
	for k, reducer := range e.reducers {
		if takes, is := reducer.(Injectable); is && reducer.Name() == given.Reducer {
			e.Values[k] = takes.InjectState(r, e.Values[k], given.Data)
			e.tellUnlessSilent(r, k)
		}
	}
}
