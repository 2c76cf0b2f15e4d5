package relay

import (
	"os"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec"
)

func TestProtocol(t *testing.T) {
	protocoltest.Run(t, protocoltest.Suite{
		Protocol: Protocol(), Corpus: []string{"baton-lost"},
		Digests: map[int]string{200: "d22f5f1ae1369aaeca6c80cabe8b53fd834f77aaac99df16785f7aa060f8fce8"},
		Lines:   spec.FaultLines("crash", "crashIn", "duplicate", "loss", "premature"),
		SabotageOfTLA: []protocoltest.Mutant{{
			ID: "tla: the last but one keeps the baton", File: "properties/protocoltest/relay/tla/Relay.tla",
			Anchor: "IsLast(i) == i = N - 1", Replacement: "IsLast(i) == i = N - 2",
			Case: "relay/relay-faults", Says: []string{"DeliverBaton", "part after"},
		}},
		Walks: []protocoltest.Walks{{Config: `{"nodes": 3}`, N: 40, Most: 3, MayCrash: spec.AllNodes(3)}},
	})
}

// A protocol needs three files of at most 200 lines together, and its modules.
func TestRelayIsSmall(t *testing.T) {
	list, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	files, lines := 0, 0
	for _, entry := range list {
		if name := entry.Name(); strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files, lines = files+1, lines+strings.Count(string(text), "\n")
		}
	}
	if files != 3 || lines > 200 {
		t.Errorf("%d files of %d lines, want three of at most 200", files, lines)
	}
}
