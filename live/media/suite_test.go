package main

import (
	"fmt"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/loopback"
	"github.com/scrutineer-go/scrutineer/live"
	"github.com/scrutineer-go/scrutineer/live/media/nats"
	"github.com/scrutineer-go/scrutineer/live/media/rabbitmq"
	"github.com/scrutineer-go/scrutineer/spec"
)

// medium is a medium under test.
type medium struct {
	testing.TB
	// join joins a group of processes. With keeps, messages are to wait for a process that is down.
	join func(id spec.NodeID, keeps bool) (live.Transport, error)
	// server is its broker, nil if it has none.
	server server
}

// processes is the number of processes on each medium.
const processes = 3

// All media pass the same tests, but for what a medium cannot do.
func TestMedia(t *testing.T) {
	peers := loopback.Free(t, processes)
	udp := func(j live.Joining) (live.Transport, error) { return live.ListenUDP(j.ID, peers) }
	for _, row := range []struct {
		name   string
		server func(testing.TB) server
		join   live.Medium
		query  string
		keeps  bool
	}{
		{"udp", func(testing.TB) server { return nil }, udp, "", false},
		{"nats", newNATS, nats.Join, "", false},
		{"amqp", newRabbit, rabbitmq.Join, "", true},
		{"amqp confirms", newRabbit, rabbitmq.Join, "?confirms=true", true},
	} {
		t.Run(row.name, func(t *testing.T) {
			m := medium{server: row.server(t)}
			if m.server != nil {
				must(t, m.server.start())
			}
			group := uint64(0)
			m.join = func(id spec.NodeID, keeps bool) (live.Transport, error) {
				j := live.Joining{ID: id, Nodes: processes, Group: group, Keeps: keeps}
				if m.server != nil {
					j.URL = m.server.url() + row.query
				}
				return row.join(j)
			}
			test := func(name string, body func(m medium)) {
				group++
				t.Run(name, func(t *testing.T) {
					m.TB = t
					body(m)
				})
			}
			test("send", testSend)
			test("join later", testJoinLater)
			if row.keeps {
				test("keep", testKeep)
			}
			if m.server != nil { // UDP may lose messages of a burst
				test("order", testOrder)
				test("broker restarts", testBrokerRestarts)
			}
		})
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// joined returns the transports of all processes, once each has received from each.
func (m medium) joined(keeps bool) (all []live.Transport) {
	m.Helper()
	for id := range spec.NodeID(processes) {
		all = append(all, m.joins(id, keeps))
	}
	m.meet(all)
	return all
}

// joins returns the transport of a process.
func (m medium) joins(id spec.NodeID, keeps bool) live.Transport {
	m.Helper()
	t, err := m.join(id, keeps)
	must(m, err)
	m.Cleanup(func() { t.Close() })
	return t
}

// meet waits until each of the processes has received from each, and no message is on its way any more.
func (m medium) meet(all []live.Transport) {
	m.Helper()
	for _, from := range all {
		for to, receiver := range all {
			m.await(receiver, "hello", func() { _ = from.Send(spec.NodeID(to), []byte("hello")) })
		}
	}
	for _, t := range all {
		for quiet := false; !quiet; {
			select {
			case <-t.Packets():
			case <-time.After(300 * time.Millisecond):
				quiet = true
			}
		}
	}
}

// await sends again and again until a packet arrives. It returns what arrived before.
func (m medium) await(t live.Transport, want string, send func()) (before []string) {
	m.Helper()
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); {
		send()
		select {
		case got := <-t.Packets():
			if string(got) == want {
				return before
			}
			before = append(before, string(got))
		case <-time.After(20 * time.Millisecond):
		}
	}
	m.Fatalf("%q has not arrived", want)
	return nil
}

// receives demands that these packets arrive, in this order, and no more.
func (m medium) receives(t live.Transport, want ...string) {
	m.Helper()
	for _, text := range want {
		select {
		case got := <-t.Packets():
			for string(got) == "hello" { // which is late
				got = <-t.Packets()
			}
			if string(got) != text {
				m.Fatalf("%q arrives, want %q", got, text)
			}
		case <-time.After(30 * time.Second):
			m.Fatalf("%q has not arrived", text)
		}
	}
	select {
	case got := <-t.Packets():
		m.Fatalf("%q arrives, want no more", got)
	case <-time.After(50 * time.Millisecond):
	}
}

// Only the receiver gets a message that is sent to one process. All processes get a broadcast, the sender included.
// Each gets the messages and broadcasts of one sender in the order in which they were sent.
func testSend(m medium) {
	all := m.joined(false)
	var even, want []string
	for n := range 50 {
		text := fmt.Sprint(n)
		want = append(want, text)
		if n%2 == 1 {
			must(m, all[1].Send(2, []byte(text)))
			continue
		}
		must(m, all[1].Broadcast([]byte(text)))
		even = append(even, text)
	}
	m.receives(all[2], want...)
	m.receives(all[1], even...)
	m.receives(all[0], even...)
	must(m, all[0].Close())
	if _, open := <-all[0].Packets(); open {
		m.Error("a closed transport has packets")
	}
}

// A process that joins gets no message that was sent before.
func testJoinLater(m medium) {
	sender := m.joins(0, false)
	m.await(sender, "me", func() { _ = sender.Send(0, []byte("me")) })
	_ = sender.Send(1, []byte("early"))
	m.await(sender, "early", func() { _ = sender.Broadcast([]byte("early")) })
	late := m.joins(1, false)
	if before := m.await(late, "late", func() { _ = sender.Send(1, []byte("late")) }); len(before) > 0 {
		m.Errorf("%q arrive, which were sent before", before)
	}
}

// A process that was down gets the messages that were sent meanwhile.
func testKeep(m medium) {
	all := m.joined(true)
	must(m, all[1].Close())
	must(m, all[0].Send(1, []byte("one")))
	must(m, all[0].Broadcast([]byte("two")))
	m.receives(m.joins(1, true), "one", "two")
}

// After the broker was killed and has come up again, all processes are connected once more.
func testBrokerRestarts(m medium) {
	all := m.joined(false)
	for range 3 {
		must(m, m.server.kill())
		must(m, m.server.start())
		m.meet(all)
	}
}

// each is how many messages each of two senders sends in testOrder.
const each = 5_000

// All processes receive the messages of one sender in the same order. Messages of two senders come in orders that may
// differ from process to process: the test prints in how many places they do, so no protocol may rely on one order.
func testOrder(m medium) {
	all := m.joined(false)
	received := make(chan []string, processes)
	for _, receiver := range all {
		go func() { received <- take(receiver, 2*each) }()
	}
	for id := range 2 {
		go func() {
			for n := range each {
				_ = all[id].Broadcast(fmt.Appendf(nil, "%d %d", id, n))
			}
		}()
	}
	var orders [][]string
	for range all {
		got := <-received
		m.checkSenders(got)
		orders = append(orders, got)
	}
	differ := 0
	for n := range 2 * each {
		if orders[0][n] != orders[1][n] || orders[0][n] != orders[2][n] {
			differ++
		}
	}
	m.Logf("the orders of the processes differ in %d of %d places", differ, 2*each)
}

// take takes packets that arrive, until there are n, or none comes for 20 seconds.
func take(from live.Transport, n int) (got []string) {
	for len(got) < n {
		select {
		case packet := <-from.Packets():
			got = append(got, string(packet))
		case <-time.After(20 * time.Second):
			return got
		}
	}
	return got
}

// checkSenders demands all messages of both senders, each sender's in their order.
func (m medium) checkSenders(got []string) {
	m.Helper()
	var next [2]int
	for _, text := range got {
		var id, n int
		if _, err := fmt.Sscan(text, &id, &n); err != nil || n != next[id] {
			m.Fatalf("%q arrives, want message %d of its sender: %v", text, next[id], err)
		}
		next[id]++
	}
	if next != [2]int{each, each} {
		m.Fatalf("%d messages arrive, want %d of each sender", next, each)
	}
}
