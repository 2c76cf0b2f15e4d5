package world

import "github.com/scrutineer-go/scrutineer/faults"

// agenda is the virtual time, and the queue of what is due.
type agenda struct {
	now    faults.Time
	lag    faults.Time // by how much the effect that is carried out comes after its step began
	stop   faults.Time // when the faults stop
	end    faults.Time // when the run is over at the latest
	driven bool        // the steps are recorded, and nothing is put into the queue

	order     uint64
	postponed uint64 // the order of the last item that was put back
	queue     queue
	popped    int // items that were taken out of the queue
	queued    int // the length of the queue at each of these moments, summed up
}

// ordinary separates the orders: an item that was planned before the run, or that was postponed, has
// an order of at most ordinary, and comes before the others of its time.
const ordinary = 1 << 32

// planned ends the planning: what is put into the queue from now on comes after what was planned for
// the same time.
func (a *agenda) planned() { a.postponed, a.order = a.order, ordinary }

// Now returns the time.
func (a *agenda) Now() faults.Time { return a.now }

// begin begins a step: its first effect comes at its time.
func (a *agenda) begin() { a.lag = 0 }

// linger has the effects that follow in the step come later by so much.
func (a *agenda) linger(gap faults.Time) { a.lag += gap }

// moment is the time of the effect that is carried out.
func (a *agenda) moment() faults.Time { return a.now + a.lag }

// drive starts a run whose steps are recorded.
func (a *agenda) drive() { a.driven = true }

// jump advances the time. It never goes back.
func (a *agenda) jump(to faults.Time) { a.now = max(a.now, to) }

// runOn ends the recorded steps. The run continues without faults for at most settle.
func (a *agenda) runOn(settle faults.Time) { a.driven, a.stop, a.end = false, a.now, a.now+settle }

// put puts an item into the queue.
func (a *agenda) put(t faults.Time, it item) {
	if a.driven {
		return
	}
	a.order++
	it.at, it.order = t, a.order
	a.queue.push(it)
}

// putAs puts an item into the queue under an order that [agenda.put] has given to an item before.
func (a *agenda) putAs(t faults.Time, order uint64, it item) {
	it.at, it.order = t, order
	a.queue.push(it)
}

// extend sets a later end of the run.
func (a *agenda) extend(end faults.Time) { a.end = end }

// postpone puts back an item that has to wait: behind those that have waited longer,
// and ahead of what was meant for that time all along, so that copies stay in order.
func (a *agenda) postpone(t faults.Time, it item) {
	it = a.late(it)
	it.at = t
	a.queue.push(it)
}

// late gives an item that has to wait its place among those that do; it keeps that.
func (a *agenda) late(it item) item {
	if it.order > ordinary {
		a.postponed++
		it.order = a.postponed
	}
	return it
}

// advance takes the next item out of the queue, and sets the time to that of the item. It reports
// whether there is one before the end.
func (a *agenda) advance() (item, bool) {
	if len(a.queue.items) == 0 || a.queue.items[0].at > a.end {
		return item{}, false
	}
	a.popped++
	a.queued += len(a.queue.items)
	it := a.queue.pop()
	a.now = it.at
	return it, true
}
