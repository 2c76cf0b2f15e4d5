package explore

// InternedState is a global state by the numbers of its components: for each process its
// local state and its inbox, then the ghost and what is spent of the budget.
type InternedState struct {
	Locals, Inboxes [MostProcesses]uint32
	Ghost, Spent    uint32
}

// MostProcesses is how many processes a cluster may have to be explored by components.
const MostProcesses = (mostSlots - 2) / 2
