// Package nightly says which tests are for the night, because they take minutes, and how large tests are
// by night and by day. Each test of the night names a smaller one that runs by day; internal/tidy demands
// that this one is there.
//
// It imports the standard library only, and only tests import it. Start reading at [Only].
package nightly
