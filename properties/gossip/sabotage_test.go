package gossip

import "github.com/scrutineer-go/scrutineer/properties/protocoltest"

// tlaRows are changes of what TLC reads: of the modules, and of what is written from a case.
var tlaRows = []protocoltest.Mutant{{
	ID: "tla: a record goes on beyond its last hop", File: "tla/gossip/Gossip.tla",
	Anchor: "    ELSE IF m.ttl = 1 THEN run\n", Replacement: "",
	Case: "gossip/gossip-diamond", Says: []string{"TypeOK"},
}, {
	ID: "tla: a copy that may go further is a duplicate", File: "tla/gossip/Gossip.tla",
	Anchor: "m.ttl <= best.ttl)", Replacement: "m.ttl # best.ttl)",
	Case: "gossip/gossip-diamond", Says: []string{"DeliverGossip"},
}, {
	ID: "tla: who is not suspected is trusted", File: "tla/gossip/Gossip.tla",
	Anchor: "THEN suspected[i] \\cap alive ELSE {}", Replacement: "THEN Others(i) \\cap alive ELSE {}",
	Case: "gossip/gossip-local-normalisers-alarm", Says: []string{"Trust"},
}, {
	ID: "tla: it is fair that nobody is told", File: "tla/gossip/MCGossip.tla",
	Anchor: "    /\\ Detector = \"told\" => \\A i \\in Node : " +
		"WF_mcvars(Free /\\ i \\in Ready /\\ (SuspectAt(i) \\/ TrustAt(i)))\n",
	Replacement: "",
	Case:        "gossip/gossip-one-leader-alarm", Says: []string{"OneLeaderAtLast is violated"},
}, {
	ID: "tla: a timer is fair though its master is up", File: "tla/gossip/Gossip.tla",
	Anchor: "IF BeatsOn(j) THEN TRUE ELSE Awaited(", Replacement: "Awaited(",
	Case: "gossip/gossip-master-beats-returns", Says: []string{"OneMasterAtLast is violated"},
}, {
	ID: "case: a property without fairness", File: "tla/gossip/Case_gossip_one_leader_alarm.cfg",
	Anchor: "SPECIFICATION MCFairSpec\n", Replacement: "SPECIFICATION MCSpec\n",
	Case: "gossip/gossip-one-leader-alarm", Says: []string{"OneLeaderAtLast is violated"},
}, {
	ID: "case: an invariant is not looked at", File: "tla/gossip/Case_gossip_alarm_two.cfg",
	Anchor: "INVARIANTS\n    OneMaster\n", Replacement: "",
	Case: "gossip/gossip-alarm-two", Says: []string{"OneMaster"},
}, {
	ID: "case: another latency", File: "tla/gossip/Case_gossip_alarm_two.tla",
	Anchor: "CaseLatencies == (0 :> 1 @@ 1 :> 2)", Replacement: "CaseLatencies == (0 :> 2 @@ 1 :> 1)",
	Case: "gossip/gossip-alarm-two", Says: []string{"constant Latencies[0] is 2 in TLC, and 1 in the case"},
}}
