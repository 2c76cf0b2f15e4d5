package live

import (
	"errors"
	"fmt"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Transport carries packets between the processes of a group. It may lose them.
type Transport interface {
	// Send hands over a packet to a process. An error says that the packet may be lost.
	Send(to spec.NodeID, packet []byte) error
	// Broadcast hands over a packet to all processes, the sender included. An error says that some may not get it.
	Broadcast(packet []byte) error
	// Packets returns the packets that arrive. The channel is closed when the transport is.
	Packets() <-chan []byte
	// Close may be called again.
	Close() error
}

// mostBytes is the length of the longest packet of UDP.
const mostBytes = 65507

// UDP is the Transport over UDP.
type UDP struct {
	socket  *net.UDPConn
	peers   []*net.UDPAddr
	packets chan []byte
	closed  chan struct{}
	once    sync.Once
}

// CheckPeers returns an error if a process cannot have one of the addresses, and its index. All must be different
// addresses of the loopback interface, either all of IPv4 or all of IPv6.
func CheckPeers(peers []string) (n int, err error) {
	var first *net.UDPAddr
	seen := map[string]int{}
	for n, peer := range peers {
		addr, err := net.ResolveUDPAddr("udp", peer)
		switch {
		case err != nil:
			return n, fmt.Errorf("%q is no address, give one such as 127.0.0.1:7001", peer)
		case !addr.IP.IsLoopback():
			return n, fmt.Errorf("%q is no address of the loopback interface, give one such as 127.0.0.1:7001", peer)
		case addr.Port == 0:
			return n, fmt.Errorf("%q has the port 0, give one that all can send to", peer)
		}
		if n == 0 {
			first = addr
		}
		if (addr.IP.To4() == nil) != (first.IP.To4() == nil) {
			return n, fmt.Errorf("%q cannot reach %q, give IPv4 addresses only, or IPv6 only", peer, peers[0])
		}
		if other, twice := seen[addr.String()]; twice {
			return n, fmt.Errorf("%q is the address of process %d too, give another", peer, other)
		}
		seen[addr.String()] = n
	}
	return 0, nil
}

// addressOf returns the address of a process among its peers, whose addresses it checks.
func addressOf(id spec.NodeID, peers []string) (string, error) {
	if n, err := CheckPeers(peers); err != nil {
		return "", fmt.Errorf("peer %d: %w", n, err)
	}
	if id < 0 || int(id) >= len(peers) {
		return "", fmt.Errorf("process %s has no address among the %d peers", id, len(peers))
	}
	return peers[id], nil
}

// ListenUDP returns the transport of a process. peers are the addresses of all processes, such as "127.0.0.1:7001",
// each at its number. Only addresses of the loopback interface are taken.
func ListenUDP(id spec.NodeID, peers []string) (*UDP, error) {
	u := &UDP{packets: make(chan []byte, 1024), closed: make(chan struct{})}
	if _, err := addressOf(id, peers); err != nil {
		return nil, err
	}
	for _, peer := range peers {
		addr, err := net.ResolveUDPAddr("udp", peer)
		if err != nil {
			return nil, err
		}
		u.peers = append(u.peers, addr)
	}
	var err error
	if u.socket, err = net.ListenUDP("udp", u.peers[id]); err != nil {
		return nil, err
	}
	// A burst must not fill the socket's buffer while a record is synced. The kernel may give less.
	_ = u.socket.SetReadBuffer(4 << 20)
	go u.read()
	return u, nil
}

// read hands over the packets that arrive, until the socket is closed.
func (u *UDP) read() {
	defer close(u.packets)
	buffer := make([]byte, mostBytes+1)
	for {
		n, _, err := u.socket.ReadFromUDP(buffer)
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil:
			time.Sleep(time.Millisecond) // it may be over then
			continue
		}
		select {
		case u.packets <- slices.Clone(buffer[:n]):
		case <-u.closed:
			return
		}
	}
}

// Send sends a packet.
func (u *UDP) Send(to spec.NodeID, packet []byte) error {
	_, err := u.socket.WriteToUDP(packet, u.peers[to])
	return err
}

// Broadcast sends a packet to each process.
func (u *UDP) Broadcast(packet []byte) error {
	var all error
	for to := range u.peers {
		all = errors.Join(all, u.Send(spec.NodeID(to), packet))
	}
	return all
}

// Packets returns the packets that arrive.
func (u *UDP) Packets() <-chan []byte { return u.packets }

// Close closes the socket.
func (u *UDP) Close() error {
	u.once.Do(func() { close(u.closed) })
	if err := u.socket.Close(); !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}
