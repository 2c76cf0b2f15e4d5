module github.com/scrutineer-go/scrutineer/tools/mutation

go 1.26

require github.com/scrutineer-go/scrutineer v0.0.0

replace github.com/scrutineer-go/scrutineer => ../..
