// Command raft has every command of scrutineer for this example: go run ./cmd/raft help.
package main

import (
	"example.com/raft"
	"github.com/scrutineer-go/scrutineer"
)

func main() { scrutineer.Main(raft.Protocol(false)) }
