package checker

// pageBits is the binary logarithm of how many states stand on a page.
const pageBits = 14

const pageSize = 1 << pageBits

// store holds the states that were found, each with its parent's number, on pages:
// nothing is copied when there are more. The table finds them again.
type store[S comparable] struct {
	states  [][]S
	parents [][]uint32
	n       int
	table   table
}

// noParent is the parent of an initial state.
const noParent = ^uint32(0)

func newStore[S comparable]() *store[S] { return &store[S]{table: newTable()} }

func (st *store[S]) at(n int) S { return st.states[n>>pageBits][n&(pageSize-1)] }

func (st *store[S]) parent(n int) uint32 { return st.parents[n>>pageBits][n&(pageSize-1)] }

// find returns the number of a state, -1 where it was not found yet.
func (st *store[S]) find(hash uint32, s S) int {
	t := &st.table
	mask := uint32(len(t.slots) - 1)
	for i := hash >> t.shift; ; i = (i + 1) & mask {
		slot := t.slots[i]
		if slot == 0 {
			return -1
		}
		if uint32(slot>>32) == hash {
			if n := int(uint32(slot)) - 1; st.at(n) == s {
				return n
			}
		}
	}
}

// add numbers a state that is not there yet; the table must have room.
func (st *store[S]) add(hash uint32, s S, parent uint32) {
	if st.n&(pageSize-1) == 0 {
		st.states = append(st.states, make([]S, 0, pageSize))
		st.parents = append(st.parents, make([]uint32, 0, pageSize))
	}
	page := st.n >> pageBits
	st.states[page] = append(st.states[page], s)
	st.parents[page] = append(st.parents[page], parent)
	st.table.add(hash, st.n)
	st.n++
}

// bytes is the memory that the states take, the table and the parents included.
func (st *store[S]) bytes(size int64) int64 {
	return st.table.bytes() + int64(len(st.states))*pageSize*(size+4)
}
