// Package rsdptest tests reducers of the Replica State Discovery Protocol, those of the house and
// anybody's: one call holds a reducer to the laws that the engine relies on, to its specification if
// it has one, and to what must come of it in runs.
//
//	func TestLimits(t *testing.T) { rsdptest.Check(t, limits.Reducer()) }
//
// Laws are drawn by rapid over what the reducer was given in real runs (gather.go), or over values of
// a generator. Start reading at [Check], and at [Laws] for what is demanded.
package rsdptest
