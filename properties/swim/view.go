package swim

import (
	"github.com/scrutineer-go/scrutineer"
	specification "github.com/scrutineer-go/scrutineer/spec/swim"
)

// view is what the properties of states and steps see.
type view = scrutineer.View[specification.Local]
