// Package verify brings the three statements of a protocol together and
// judges them: one case of a protocol's table is run through TLC, through the
// executable specification and through the implementation, and the three graphs
// must be equal, or the named property must fail in all three.
//
// What a protocol adds stands in properties/<p>: how an implementation state is
// read, the inputs, the properties. This package holds what all of them share;
// it knows no protocol. Start reading at [Protocol], then [Engine], then [Run].
package verify
