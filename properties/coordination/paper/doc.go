// Package paper has claim B-10 of Kotov, "Cluster state coordination reducers based on RSDP" (2025), about the rate
// limit, and the evidence that decides it. Package properties/polling/paper has the paper's other claims.
//
// Start reading at [Protocol].
package paper
