// Package engine runs campaigns in several processes, on one machine or on many. They meet on a NATS server with
// JetStream: one that the program has in it, or any other by its URL. The result is byte for byte that of one process.
//
// A program that calls [Main] in place of scrutineer.Main has two more things:
//
//	campaign -workers N   runs the campaign in N processes on this machine
//	work -url URL         runs blocks of a campaign that another process has begun
//
// Start reading at [Main].
package engine

import (
	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/internal/command"
	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// Main is scrutineer.Main for a program whose campaigns may run in several processes.
//
//	func main() { engine.Main(lease.Protocol()) }
func Main(protocols ...scrutineer.Registration) {
	command.MainOn(&onNATS{}, verify.Registered(protocols)...)
}
