module github.com/scrutineer-go/scrutineer/impl/gossip/pipeline/exact

go 1.26

require (
	github.com/crillab/gophersat v1.4.0
	github.com/scrutineer-go/scrutineer v0.0.0
)

replace github.com/scrutineer-go/scrutineer => ../../../..
