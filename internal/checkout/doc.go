// Package checkout is the repository as its own tests see it: where its root is, which files a test depends on, and the
// tests of a package built for a 32-bit machine or with the race detector.
//
// It imports the standard library only, and only tests import it. Start reading at [Root].
package checkout
