package network_test

import (
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/internal/faultstest"
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
			for _, failures := range []spec.Failures{spec.CrashStop, spec.MessagesWait, spec.MessagesVanish} {
				m := &spec.Message{Multicast: c.multicast, Body: faultstest.Ping{}}
				got := network.RulesOf(network.Cluster{Nodes: 2, Failures: failures}).Faults(m, c.up).Names("Ping")
				if !slices.Equal(got, c.want) {
					t.Errorf("%s: %v, want %v", failures, got, c.want)
				}
			}
		})
	}
}

// Copies to a process that is down are kept where they wait for it, and nowhere else.
func TestCopiesToWhoIsDown(t *testing.T) {
	for failures, keeps := range map[spec.Failures]bool{
		spec.CrashStop: false, spec.MessagesWait: true, spec.MessagesVanish: false,
	} {
		r := network.RulesOf(network.Cluster{Nodes: 2, Failures: failures})
		if r.KeepsInbox() != keeps || r.Enters(false) != keeps || !r.Enters(true) {
			t.Errorf("%s: keeps %t, lets in %t, to a live process %t",
				failures, r.KeepsInbox(), r.Enters(false), r.Enters(true))
		}
	}
}
