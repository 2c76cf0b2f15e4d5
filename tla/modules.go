package tla

import "embed"

// Modules holds the TLA+ modules, the cfgs and the tables of cases of every
// protocol: what stands in this folder, as it was when the program was built.
//
//go:embed Net.tla ctolerant vote
var Modules embed.FS
