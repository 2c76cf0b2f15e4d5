// Command compare has every command of scrutineer for its own protocols and for this one: so
// go run ./cmd/compare compare measures its election beside theirs.
package main

import (
	"example.com/raft"
	"github.com/scrutineer-go/scrutineer/command"
	"github.com/scrutineer-go/scrutineer/properties"
	"github.com/scrutineer-go/scrutineer/verify"
)

func main() { command.Main(protocols()...) }

func protocols() []verify.Protocol { return append(properties.All(), raft.Compared()) }
