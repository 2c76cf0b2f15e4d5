// Command scrutineer is the program of this repository, with campaigns that run in several processes: see package
// engine.
package main

import (
	"github.com/scrutineer-go/scrutineer/engine"
	"github.com/scrutineer-go/scrutineer/properties"
)

func main() { engine.Main(properties.All()...) }
