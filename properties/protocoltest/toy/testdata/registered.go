package main

import (
	"github.com/scrutineer-go/scrutineer/properties"
	"github.com/scrutineer-go/scrutineer/properties/protocoltest/toy"
	"github.com/scrutineer-go/scrutineer/internal/verify"
)

func init() {
	protocols = func() []verify.Protocol { return append(properties.All(), toy.Protocol()) }
}
