// Package rsdp implements the Replica State Discovery Protocol of Toliupa, Kotov, Buchyk, Boiko and
// Shtanenko, "Stateful cluster leader failover models and methods based on Replica State Discovery
// Protocol" (IT&I 2024): the engine (section 2), its reducers, among them the leader elections
// (section 3), and the failover topologies on top of it (section 4). Numbers such as a4, A-12 and A4.3
// are those of what the paper leaves open, claims or gets wrong, as properties/rsdp/README.md has them.
//
// A replica that starts, or is told to, begins a session: it asks all others who they are (HELLO),
// gathers their answers (STATUS) for a while, and tells all what comes of them (SHARE). Everybody
// gathers what is told for a while, too, and makes one state of it, which takes the place of what it
// had. Who leaves says so (CLOSE). What a state is, and how many become one, is the reducers' to say.
//
// The engine knows no more of a network than the two verbs of a [Medium]. Values are shared, between
// replicas in one memory as between a state and a message: nobody writes to one that somebody else
// may have.
//
// The package must not import spec/rsdp, which it is compared with. Start reading at [Node.Step],
// or at [Reducer] to write one.
package rsdp
