// Fencedlease has the commands verify, explore, campaign, replay and cases for the lease.
package main

import (
	"example.com/fencedlease"
	"github.com/scrutineer-go/scrutineer"
)

func main() { scrutineer.Main(fencedlease.Protocol()) }
