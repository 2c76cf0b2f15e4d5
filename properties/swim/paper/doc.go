// Package paper is what SWIM (Das, Gupta and Motivala, DSN 2002), Medley (Middleware 2019), and Wang and Gupta, whose
// elections work on such lists, claim of the membership, and what decides each claim. SW-1 to SW-13 are the numbers of
// the facts sheet. SW-12 is about elections, and is decided in properties/ctolerant/paper.
//
// Measurements run the implementation in simulated worlds. Where a formula is known it is worked out apart, in exact
// numbers, and an experiment fails if what it measures is far from the formula.
//
// Start reading at [Paper], the list of the claims, then at [Experiments].
package paper
