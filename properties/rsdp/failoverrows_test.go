package rsdp

import "github.com/scrutineer-go/scrutineer/properties/protocoltest"

// failoverRows are changes to the failover topologies that equality refuses; those that a property of runs
// finds stand in properties/failover.
var failoverRows = []protocoltest.Mutant{
	{
		ID: "impl: a process checks itself", File: "impl/rsdp/checks.go",
		Anchor:      "NewSet(f.state.Replica.View(0).Members...).Without(f.id)",
		Replacement: "NewSet(f.state.Replica.View(0).Members...)",
		Case:        "rsdp/failover-two", Says: []string{"TickProbe at 0", "Asked: {0,1} in the implementation, {1}"},
	},
	{
		ID: "impl: a check that fails begins a session in the window of the last", File: "impl/rsdp/checks.go",
		Anchor:      "\tif len(f.state.Replica.Shares) == 0 {\n",
		Replacement: "\tif len(f.state.Replica.Shares) >= 0 {\n",
		Case:        "rsdp/failover-two", Says: []string{"TimeoutAck", "Debating: true in the implementation, false"},
	},
	{
		ID: "impl: who is no member any more is missed", File: "impl/rsdp/checks.go",
		Anchor:      "\t\tif slices.Contains(f.state.Replica.View(0).Members, by) {\n",
		Replacement: "\t\tif by >= 0 || slices.Contains(f.state.Replica.View(0).Members, by) {\n",
		Case:        "rsdp/failover-three", Says: []string{"TimeoutAck", "Debating: true in the implementation, false"},
	},
	{
		ID: "impl: who has not answered once is not asked again", File: "impl/rsdp/checks.go",
		Anchor: "unanswered(by spec.NodeID, out *impl.Effects) {\n" +
			"\tf.state.Asked = with(f.state.Asked, by, false)\n",
		Replacement: "unanswered(by spec.NodeID, out *impl.Effects) {\n",
		Case:        "rsdp/failover-two", Says: []string{"TimeoutAck", "Asked: {1} in the implementation, {}"},
	},
	{
		ID: "impl: an observer appoints before all have agreed", File: "impl/rsdp/checks.go",
		Anchor: "\tdefault:\n\t\tf.assemble(out)\n", Replacement: "\tdefault:\n\t\tf.appoint(out)\n",
		Case: "rsdp/failover-observers-one", Says: []string{"TimeoutAck", "Term: 1 in the implementation, 0"},
	},
	{
		ID: "spec: an appointment has the term of the last one", File: "spec/rsdp/failover.go",
		Anchor: "successor, o.Local.Term+1", Replacement: "successor, o.Local.Term",
		Case: "rsdp/failover-observer", Says: []string{"TimeoutAck", "Term: 1 in the implementation, 0"},
	},
	{
		ID: "runs: a check does not await the SHAREs of who checks", File: "properties/rsdp/failover.go",
		Anchor:      "\tcase words.Share:\n\t\treturn copy.From == at\n\t}\n\treturn false\n}\n\n// cannotFailover",
		Replacement: "\t}\n\treturn false\n}\n\n// cannotFailover",
		Case:        "rsdp/failover-two", Says: []string{"TimeoutAck"},
	},
}
