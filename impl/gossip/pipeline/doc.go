// Package pipeline forms the processing pipelines that Syvolovskyi and Lysechko, "Method for leader node selection
// and processing pipeline formation in distributed telecommunication systems" (2025), promise and give no algorithm
// for: each stream goes from its sensor through one cluster of each stage, in the order of the stages, to the cloud;
// the sum of the delays between clusters is to be least; and no cluster may get more than its nodes can carry, of
// whom the master carries nothing.
//
// How hard that is depends on the demands. One stream is a shortest path through layers ([One]). Streams of equal
// demands are a flow of least cost ([Flow]). With demands that differ even the question whether there is any plan is
// NP-hard ([Partition]): there [Form] gives the best that it finds, a bound that no plan can be below, and says
// whether it is proven to be the best. Package exact, a module of its own below this one, asks a solver.
//
// The supervisor decides between clusters ([Form], and [Replan] where a master fails), a master within its own
// ([Cluster.Place]). Whole numbers only; the same problem gives the same plan anywhere. The package knows nothing of
// the election and must not import it. Start reading at [Problem].
package pipeline
