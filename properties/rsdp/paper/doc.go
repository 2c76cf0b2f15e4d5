// Package paper is what Toliupa, Kotov, Buchyk, Boiko and Shtanenko claim of the Replica State Discovery
// Protocol, "Stateful cluster leader failover models and methods based on Replica State Discovery
// Protocol" (IT&I 2024), measured from the running protocol, with what the paper's equations give beside
// it. The paper itself measures nothing.
//
// and A4.1 to A4.7 are the facts sheet's numbers.
//
// Start reading at [Protocol], then at [Experiments].
package paper
