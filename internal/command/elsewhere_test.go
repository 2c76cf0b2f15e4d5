package command_test

import (
	"slices"
	"strings"
)

// alsoIn are folders that say a protocol's name all the same: those of a protocol that is composed
// with it, and those with another thing that is called so.
var alsoIn = map[string][]string{
	"ctolerant": {
		"spec/store/", "impl/store/", "properties/store/",
		"spec/succession/", "impl/succession/", "properties/succession/", // over a detector
		"properties/swim/paper/", // whose claims are about its lists
		"live/zookeeper/",        // which compares it with ZooKeeper
	},
	"succession": {"tla/fastbully/", "live/zookeeper/"}, // a line of succession, and the comparison
	"vcube": { // what it is compared with, and below an election
		"properties/monitorall/", "properties/vring/", "spec/watchdog/", "impl/watchdog/", "properties/watchdog/",
	},
	"vring": {"impl/vcube/", "properties/vcube/"},
	// The topologies of RSDP's paper stand in its rooms.
	"failover": {
		"spec/rsdp/", "impl/rsdp/", "tla/rsdp/", "properties/rsdp/",
		"properties/fastbully/", "tla/fastbully/", "properties/viewchange/", // what happens when a leader fails
	},
	"fastbully":  {"properties/gossip/"}, // whose paper compares the two
	"viewchange": {"properties/gossip/paper/"},
	"bully": {
		"spec/watchdog/", "impl/watchdog/", "properties/watchdog/", // over a detector
		"properties/gossip/", "properties/fastbully/", "spec/fastbully/", "impl/fastbully/", "tla/fastbully/",
	},
	// Too much is called a ring: topologies, a process list, and vCube's baseline.
	"ring": {
		"faults/world/", "impl/vcube/", "properties/gossip/", "properties/vcube/", "properties/vring/",
		"internal/tlc/", "tools/plots/figure.go", "LICENSE",
	},
	// What processes send, and not the protocol.
	"heartbeat": {
		"spec/gossip/", "impl/gossip/", "tla/gossip/", "properties/gossip/", "spec/fastbully/", "impl/fastbully/",
		"tla/fastbully/", "properties/fastbully/", "spec/viewchange/", "impl/viewchange/", "properties/viewchange/",
		"spec/bully/", "impl/bully/", "tla/bully/", "properties/bully/",
	},
	// Reducers run in its engine, and one more paper builds on it.
	"rsdp": {
		"properties/failover/", "spec/coordination/", "impl/coordination/", "tla/coordination/",
		"properties/coordination/", "properties/polling/paper/", "spec/gathering/", "impl/gathering/",
		"properties/gathering/",
	},
	"swim": {
		"live/zookeeper/", // below an election, and what a paper's elections are measured on
		"spec/succession/", "impl/succession/", "properties/succession/", "properties/ctolerant/paper/",
	},
	"polling": {"spec/gathering/", "impl/gathering/", "properties/gathering/"}, // its upper machine
	// What both polling and Fast Bully call collecting.
	"gathering": {
		"impl/polling/", "properties/polling/", "spec/fastbully/", "impl/fastbully/", "tla/fastbully/",
		"properties/fastbully/",
	},
	"coordination": { // which a claim is about, and which divide the time of workers
		"properties/polling/paper/", "spec/gathering/", "impl/gathering/", "properties/gathering/",
	},
	// Replicas vote.
	"vote": {
		"live/zookeeper/systems/raft.go", // an option of etcd's raft
		"spec/rsdp/", "impl/rsdp/", "tla/rsdp/", "properties/rsdp/", "properties/viewchange/", "impl/coordination/",
		"tla/coordination/", "properties/coordination/", "properties/polling/paper/",
	},
	// The verb, and key-value stores and those of records.
	"store": {
		"checker/", "linearizability/", "internal/tlc/", "internal/command/help.go", "impl/vcube/", "properties/vcube/",
		"internal/gauge/", "spec/gossip/", "impl/gossip/", "tla/gossip/", "properties/gossip/",
		"spec/polling/", "impl/polling/", "tla/polling/", "properties/polling/", "spec/gathering/",
		"impl/gathering/", "properties/gathering/", "engine/",
	},
}

// isOf reports whether a file is a protocol's own, or an example, a test or its data, which may name
// any, or the list of mutants that live, which names files.
func isOf(protocol, file string) bool {
	room, below, _ := strings.Cut(file, "/")
	own, _, _ := strings.Cut(below, "/")
	return own == protocol && slices.Contains([]string{"spec", "impl", "properties", "tla"}, room) ||
		strings.HasSuffix(file, "_test.go") || strings.HasPrefix(file, "properties/protocoltest/") ||
		strings.HasPrefix(file, "examples/") || strings.Contains(file, "/testdata/") ||
		file == "tools/mutation/survivors.json" ||
		slices.ContainsFunc(alsoIn[protocol], func(folder string) bool { return strings.HasPrefix(file, folder) })
}
