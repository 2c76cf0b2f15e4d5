// Package codec is the one encoding of values in this project: it tells states
// apart, keeps them, and will digest traces.
//
// Encode is canonical: two values that are equal, field by field, have the same
// bytes on every machine and in every process. Maps are written in the order of
// their encoded keys; nil and empty slices and maps are one, so a protocol must
// not tell them apart. What could make an encoding lie is refused loudly: a
// func, a channel, a float, an unexported field, a type behind an interface that
// nobody registered. Those are faults of the program, so they panic with the
// path to the value; damaged bytes are not, so Decode returns an error.
//
// The package imports nothing of this project. Start reading at Encode.
package codec
