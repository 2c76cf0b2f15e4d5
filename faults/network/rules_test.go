package network_test

import (
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults/faultstest"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/spec"
)

func TestRules(t *testing.T) {
	cases := []struct {
		name          string
		multicast, up bool
		want          []string
	}{
		{"to a live process", false, true, []string{"DuplicatePing", "DropPing"}},
		{"of a multicast to a live process", true, true, []string{"DuplicatePing"}},
		{"to a process that is down", false, false, []string{"LosePing"}},
		{"of a multicast to a process that is down", true, false, []string{"LosePing"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			for _, recovers := range []bool{false, true} {
				m := &spec.Message{Multicast: c.multicast, Body: faultstest.Ping{}}
				got := network.RulesOf(network.Cluster{Nodes: 2, Recovers: recovers}).Faults(m, c.up).Names("Ping")
				if !slices.Equal(got, c.want) {
					t.Errorf("recovers %t: %v, want %v", recovers, got, c.want)
				}
			}
		})
	}
}
