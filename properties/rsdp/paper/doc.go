// Package paper is what Toliupa, Kotov, Buchyk, Boiko and Shtanenko claim of the Replica State Discovery
// Protocol, "Stateful cluster leader failover models and methods based on Replica State Discovery
// Protocol" (IT&I 2024), with what decides each claim; and what their equations speak of, measured from the
// running protocol, with what the equations give beside it. The paper itself measures nothing.
//
// Computations that decide a claim ask both columns, and try all that they speak of. The code of Figures 4
// to 6 is transcribed (checks_printed.go), and judged beside the formulas that it implements.
//
// and A4.1 to A4.7 are the facts sheet's numbers.
//
// Start reading at [Protocol], then at the list of the claims, [Paper], or at that of the [Experiments].
package paper
