package scrutineer

import (
	"github.com/scrutineer-go/scrutineer/internal/command"
	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// Main is a whole program: every command of this repository, for these protocols. It ends the
// program with the command's exit status.
//
//	func main() { scrutineer.Main(lease.Protocol()) }
func Main(protocols ...Registration) {
	command.Main(verify.Registered(protocols)...)
}
