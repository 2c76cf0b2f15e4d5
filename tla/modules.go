// Package tla holds the TLA+ modules and the tables of cases of every protocol,
// built into the program: a folder for each protocol, beside the network that all of
// them share. It imports nothing; package tlc below it runs what stands here.
package tla

import (
	"embed"
	"io/fs"
)

// Modules holds Net.tla and what else all protocols share, and the modules and the table of cases in the folder of each
// protocol, as they were when the program was built. A new folder is found by itself.
//
//go:embed *.tla */*.tla */cases.json
var Modules embed.FS

// Of returns the folder of a protocol of this repository. It panics if there is no such folder.
func Of(protocol string) fs.FS {
	if _, err := fs.Stat(Modules, protocol); err != nil {
		panic(err)
	}
	folder, err := fs.Sub(Modules, protocol)
	if err != nil {
		panic(err)
	}
	return folder
}
