// Package gossip implements the choice of a master by Gossip of Syvolovskyi and Lysechko, "Method for
// Leader Node Selection and Processing Pipeline Formation in Distributed Telecommunication Systems"
// (2025). c1 to c17 are the facts sheet's numbers for what the paper leaves open or gets wrong.
//
// Each process tells what it measures of itself, in numbered versions; others pass that on. So all
// come to know all, each ranks all that it knows, and the first of that list is the master, the others
// its substitutes, in that order. Who falls silent is suspected, and not ranked until there is news of
// it: then everybody follows the first substitute, and there was no election. No two processes ever
// act under the same epoch.
//
// By idea: how a process is ranked (score.go, ranking.go), how records are stored and suspicions kept
// (cache.go), how they spread (spread.go), how silence is noticed (beats.go), and when a process acts
// (claim.go). A list of records in a message is never written to.
//
// The package must not import spec/gossip, which it is compared with. Start reading at [Node.Step].
package gossip
