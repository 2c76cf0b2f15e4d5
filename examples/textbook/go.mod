module example.com/textbook

go 1.26

require github.com/scrutineer-go/scrutineer v0.0.0

require (
	github.com/anishathalye/porcupine v1.3.1 // indirect
	github.com/google/go-cmp v0.7.0 // indirect
)

replace github.com/scrutineer-go/scrutineer => ../..
