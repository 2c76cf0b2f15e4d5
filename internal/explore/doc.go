// Package explore makes the processes of a cluster explorable, on the rules of
// faults/network: [Model] is the cluster as a spec.Model in which every branch is visited;
// [Components] are the same for a fast search, in which every handler runs once for each local
// state and event.
//
// The package knows no protocol, no plans and no time. Start reading at [Model].
package explore
