// Package claims says what a paper claims, and decides from what has run what becomes of
// each claim: it is verified, refuted or measured; or it is open, no claim, or not
// reproducible, with the reason.
//
// A verdict is never just written down. A check names the evidence for and against a claim;
// each piece is looked up among the results of what has run, and the verdict must be the one
// that the pieces come to. Where anything is missing or has come out otherwise the claim is
// red, which fails the build.
//
// The package holds plain values and imports nothing of what runs: package verify and
// the command line fill the [Results]. Start reading at [Claim], then [Check], then [Decide].
// [Parse] reads claims and checks from a file.
package claims
