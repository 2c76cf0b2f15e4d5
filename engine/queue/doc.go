// Package queue runs a campaign as a queue on a NATS server with JetStream. A run is a function of its number, so it
// does not matter which process runs it, nor how often.
//
// The coordinator offers spans of consecutive runs in one stream. Each worker takes a span, runs it, stores the result
// in another stream, and only then acknowledges the span. If a worker is silent for too long, the server gives its
// span to another. The coordinator merges the results in the order of the runs. A bucket of keys and values has the
// job, which describes the campaign to workers, and counts its failures so far. A span has one or more blocks of a
// campaign; messages to users call a span a block.
//
// Start reading at [Coordinate] and [Worker.Work].
package queue
