// Package paper is what Kotov claims of the rate limit that a cluster coordinates, "Cluster state coordination reducers
// based on RSDP" (2025), with what decides it. The other claims of that paper stand in properties/polling/paper.
//
// Start reading at [Protocol].
package paper
