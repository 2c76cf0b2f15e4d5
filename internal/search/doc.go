// Package search explores the interned states of a cluster (package internal/explore) with
// checker.Reach, behind an interface of states by their numbers.
//
// A state is a vector of words, and the search is compiled once for each width. That takes
// a compiler longer than a whole protocol does, so this package knows neither a protocol's
// types nor its ghost variable, and nobody else has the search's code.
// Start reading at [Reach].
package search
