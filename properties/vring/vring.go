// Package vring is the registration of vRing, in which everybody tests the next one in a ring that answers, and
// news go round: what the paper of vCube compares it with. The processes stand in
// impl/vcube/baseline, what judges them in properties/vcube.
package vring

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
func Protocol() scrutineer.Registration { return vcube.Ring("vring", corpus) }
