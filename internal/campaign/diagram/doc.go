// Package diagram draws a run as a sequence diagram: one HTML file that needs
// nothing else, no script and no network, for whoever has to understand a run
// that failed. Processes stand side by side, time runs downwards, one row an
// event. The rows say in which order things happened, not how long they took.
//
// A circled number stands for one of the plan's faults and pins, in their list at the top of
// the page and wherever it has acted. What lasts lies along the lifelines: what the protocol
// says of a process, and faults. What an event has changed in the state of its process
// unfolds beside its number.
//
// What a program wants to know of the picture, such as who sent which copy to
// whom and what became of it, stands in data attributes, which [Read] reads back.
//
// The same diagram gives the same bytes. The package knows traces alone: it
// imports spec, faults and internal packages, and neither a protocol nor package
// campaign. Start reading at [Write] in html.go, then layout.go, which has every
// place that arrange.go decides, and that svg.go and html.go write down.
package diagram
