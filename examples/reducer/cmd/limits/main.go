// Limits has the commands explore, campaign, replay and cases for the limits.
package main

import (
	"example.com/limits"
	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/properties/rsdp"
)

func main() { scrutineer.Main(rsdp.With(limits.Reducer())) }
