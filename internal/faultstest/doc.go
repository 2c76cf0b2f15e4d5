// Package faultstest has what the tests of the folders below faults share: processes that
// do a little of everything, drawn plans, a tape of what happens, and a shadow that takes
// every step of a run in the exploration's model too.
//
// Only tests import this package. Start reading at [Talker].
package faultstest
