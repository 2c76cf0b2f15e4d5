// Package tests has the tests of whole programs with an engine, one of which has a user's protocol. It is a module of
// its own, so that the engine needs no more than its users do.
package tests
