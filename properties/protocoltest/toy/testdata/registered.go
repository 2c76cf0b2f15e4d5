package main

import (
	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/properties"
	"github.com/scrutineer-go/scrutineer/properties/protocoltest/toy"
)

func init() {
	protocols = func() []scrutineer.Registration { return append(properties.All(), toy.Protocol()) }
}
