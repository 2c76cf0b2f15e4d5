// Command compare has every command of scrutineer for its own protocols and for this one: so
// go run ./cmd/compare compare measures its election beside theirs.
package main

import (
	"example.com/raft"
	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/properties"
)

func main() { scrutineer.Main(append(properties.All(), raft.Compared())...) }
