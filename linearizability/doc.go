// Package linearizability judges what clients saw: whether the operations of a
// concurrent history could have happened one at a time, each at some moment between
// its call and its return, on an object that does what a Model says.
//
// There are two judges, which share nothing but the Model. [Check] takes a whole
// [History], such as a [Recorder] makes of a run or [Load] reads of a file, and asks
// porcupine; a [Budget] bounds it by work and not by time, so it says the same on
// every machine. A [Monitor] goes along with the events and is a value, so that an
// exploration can have it as a history variable: it ends where no order is left that
// explains what has returned.
//
// What happens is ordered by the sequence of the events. Times are for the reader
// alone: of two events at the same instant the one that was told first was first.
//
// An operation whose client crashed, or that was open at the end, may have taken effect at
// any time after its call, or never. Histories are judged key by key where a model
// has keys, which is the same because linearizability is local.
//
// This package alone imports porcupine. Beside it, it imports spec and internal
// packages only. Start reading at [Recorder], then [Model], then [Check].
package linearizability
