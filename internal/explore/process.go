package explore

// process is what is known of one process: the local states that it was met in, the
// inboxes, and what may happen there. A local state is a Proc without its inbox.
type process struct {
	locals       table[Process]
	up, unbooted []bool           // by local state
	armed        []uint64         // by local state, the timers that are set
	holds        []bool           // by local state, whether no tick may pass
	later        [3][]uint32      // by the ticks that the clock moves and by local state: the local state after a tick
	older        []uint32         // by inbox: the inbox after a tick
	overdue      []bool           // by inbox, whether a copy must be delivered before a tick
	internal     [][]transition   // what may happen without a message or an input; nil while not known
	inputs       [][][]transition // by who is down, by local state
	deliveries   pairs            // (local state, message): the number of a list
	lists        [][]transition
	keys         []delivery // what each list is about

	inboxes    table[[]inboxed]
	more       pairs // (inbox, message): the inbox with one more copy
	less       pairs // … with one less
	awaited    pairs // (awaiter, inbox): 1 where a copy in it is awaited, else 0
	asked      []question
	subscribed []subscription
	bound      pairs // (local state, topic): 1 where the process hears what is broadcast to it, else 0
}

// delivery is that of a message in a local state.
type delivery struct{ local, message uint32 }

// inboxed is a message in an inbox, and how many copies of it.
type inboxed struct{ message, count uint32 }

// question is whether an awaiter awaits some copy of an inbox.
type question struct{ awaiter, inbox uint32 }

// subscription is whether a process in a local state is bound to a topic.
type subscription struct{ local, topic uint32 }

// passing is an action by which a tick passes. wrong is the process whose clock goes wrong, -1 for none, and ticks the
// number of ticks that this clock moves.
type passing struct {
	action uint32
	wrong  int
	ticks  int
}
