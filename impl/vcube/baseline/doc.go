// Package baseline implements two alternatives to vCube's tests, to measure the claims of
// Rodrigues et al., "A Hierarchical Adaptive Leader Election Algorithm for Crash-Recovery
// Distributed Systems" (LADC 2024), against: [All], the election of Cachin, Guerraoui and
// Rodrigues as the paper compares itself with it, in which every process tests every other in
// each round, and [Ring], in which each tests its successors until one answers. The election, the
// incarnations, the penalty and the recovery are those of vCube, package vcube's Process, so that
// what differs is who tests whom. Nobody is meant to deploy them.
//
// The package must not import spec/vcube. Start reading at [All].
package baseline
