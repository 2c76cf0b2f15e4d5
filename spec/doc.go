// Package spec is the vocabulary of Scrutineer, and the untimed network as the
// executable specifications see it.
//
// A protocol is stated three times: as a TLA+ module, as an executable
// specification in spec/<p>, and as an implementation in impl/<p>. All three are
// transition systems over the same named actions, and this package holds the
// words that they share: [NodeID], [Message], [Action], [Model], [Property],
// [Verdict]. On top of them it has what every specification needs once and no
// protocol states again: the machine that runs handlers over a network
// ([Handlers], [State], [Of]), budgets for faults ([Bounded]) and ghosts
// ([Watched]).
//
// The implementations' network is another statement of the same rules, in
// package faults/network, and neither may use the other: they are compared.
//
// This package imports the standard library and internal packages only. Start
// reading at [Action], then [Model], then [Handlers].
package spec
