// Package campaigntest holds the tests that every protocol's campaigns share: drawn
// plans keep its properties, known faults in it are found, each kind of fault takes
// effect, and a plan gives the same run everywhere.
//
// Only tests import this package. Start reading at [Rapid].
package protocoltest
