// Package monitorall is the registration of ALL, in which everybody tests everybody in each round: what the paper
// of vCube compares it with. The processes stand in impl/vcube/baseline, what judges them in
// properties/vcube.
package monitorall

import (
	"embed"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/properties/vcube"
)

// corpus holds the plans that every go test and every verify replays.
//
//go:embed testdata/corpus/*.json
var corpus embed.FS

// Protocol returns the protocol.
func Protocol() scrutineer.Registration { return vcube.All("monitorall", corpus) }
