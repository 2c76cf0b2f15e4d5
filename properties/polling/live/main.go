// Command live is scrutineer whose workers poll a real provider over HTTP, and keep what they get in a real database,
// SQLite. A cluster of the protocol polling does so if the field medium of its cluster.json is a URL that begins with
// polling://. See README.md.
package main

import (
	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/live"
	"github.com/scrutineer-go/scrutineer/properties"
)

func main() {
	live.RegisterMedium("polling", join)
	scrutineer.Main(properties.All()...)
}
