package linearizability

import (
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Keyed is an operation on one of many objects.
type Keyed struct {
	Key string
	In  spec.Body
}

// Kind returns that of the operation.
func (k Keyed) Kind() string { return k.In.Kind() }

func init() { codec.Register(Keyed{}) }
