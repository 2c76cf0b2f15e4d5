module github.com/scrutineer-go/scrutineer/live/zookeeper

go 1.26.0

replace github.com/scrutineer-go/scrutineer => ../..

require (
	github.com/go-zookeeper/zk v1.0.4
	github.com/hashicorp/memberlist v0.7.0
	github.com/scrutineer-go/scrutineer v0.0.0
)

require (
	go.etcd.io/raft/v3 v3.7.0 // indirect
	google.golang.org/protobuf v1.36.12 // indirect
)

require (
	example.com/raft v0.0.0
	github.com/anishathalye/porcupine v1.3.1 // indirect
	github.com/google/btree v1.1.3 // indirect
	github.com/google/go-cmp v0.7.0
	github.com/hashicorp/errwrap v1.1.0 // indirect
	github.com/hashicorp/go-immutable-radix v1.3.1 // indirect
	github.com/hashicorp/go-metrics v0.7.0 // indirect
	github.com/hashicorp/go-msgpack/v2 v2.1.5 // indirect
	github.com/hashicorp/go-multierror v1.1.1 // indirect
	github.com/hashicorp/go-sockaddr v1.0.7 // indirect
	github.com/hashicorp/golang-lru v1.0.2 // indirect
	github.com/miekg/dns v1.1.73 // indirect
	github.com/sean-/seed v0.0.0-20170313163322-e2103e2c3529 // indirect
	golang.org/x/net v0.57.0 // indirect
	golang.org/x/sys v0.47.0 // indirect
)

replace example.com/raft => ../../examples/raft
