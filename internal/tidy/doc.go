// Package tidy holds the style of this repository as tests: who may import
// whom, what a deterministic package may not do, how long a function may get.
//
// A rule is a small function from the parsed tree to findings. Each has a test
// of its own, on a snippet that it must catch and one that it must let pass, and
// TestRepository runs all of them over the whole checkout. A finding says
// file:line, what is wrong and what would be right.
//
// Exceptions are rows of the table in allow_test.go. A row carries its reason,
// and a row that no longer matches anything is itself a finding, so the table
// can only tell the truth. Rows with a size may only shrink.
//
// The package has no code outside its tests, and needs only the standard
// library and the go command.
package tidy
