// Package paper is what Kotov claims of the data gathering that is coordinated by RSDP, "Cluster state coordination
// reducers based on RSDP" (2025), with what decides each claim. The paper itself measures nothing.
//
// Computations are in whole numbers. They ask the implementation how it divides the time, which requests the provider
// accepts, and what the reducers aggregate. Of the provider and the reducers they ask the specification as well. B-01
// to B-17 and b1 to b13 are the facts sheet's numbers; B-10 stands in properties/coordination/paper.
//
// Start reading at [Protocol], then at the list of the claims, [Paper].
package paper
