package systems

import (
	"encoding/binary"
	"errors"
	"net"
	"net/netip"
	"sync/atomic"
	"syscall"
)

// capture counts the packets of a system on the loopback interface, beside those of other programs. It needs the right
// to open packet sockets, as root has it.
type capture struct {
	socket    int
	addresses map[netip.AddrPort]bool
	bytes     atomic.Int64
	stopped   atomic.Bool
	done      chan struct{}
}

// inNetworkOrder returns a 16-bit number in the order of bytes that packet sockets take.
func inNetworkOrder(n uint16) uint16 {
	return binary.NativeEndian.Uint16(binary.BigEndian.AppendUint16(nil, n))
}

// captured counts packets from or to one of these addresses until the capture is stopped.
func captured(addresses []string) (c *capture, err error) {
	c = &capture{addresses: map[netip.AddrPort]bool{}, done: make(chan struct{})}
	for _, text := range addresses {
		a, err := netip.ParseAddrPort(text)
		if err != nil {
			return nil, err
		}
		c.addresses[a] = true
	}
	lo, err := net.InterfaceByName("lo")
	if err != nil {
		return nil, err
	}
	ip := inNetworkOrder(syscall.ETH_P_IP)
	if c.socket, err = syscall.Socket(syscall.AF_PACKET, syscall.SOCK_DGRAM, int(ip)); err != nil {
		return nil, err
	}
	const room = 8 << 20 // bytes of packets that wait to be read
	err = errors.Join(
		syscall.SetsockoptInt(c.socket, syscall.SOL_SOCKET, syscall.SO_RCVBUF, room),
		syscall.SetsockoptTimeval(c.socket, syscall.SOL_SOCKET, syscall.SO_RCVTIMEO, &syscall.Timeval{Usec: 100_000}),
		syscall.Bind(c.socket, &syscall.SockaddrLinklayer{Protocol: ip, Ifindex: lo.Index}))
	if err != nil {
		return nil, errors.Join(err, syscall.Close(c.socket))
	}
	go c.count()
	return c, nil
}

// count counts until the capture is stopped.
func (c *capture) count() {
	defer close(c.done)
	head := make([]byte, 128) // the headers are shorter
	for !c.stopped.Load() {
		n, from, err := syscall.Recvfrom(c.socket, head, 0)
		if err != nil {
			continue // nothing came for a while
		}
		// Each packet comes twice: when it is sent, and when it arrives.
		if link, is := from.(*syscall.SockaddrLinklayer); is && link.Pkttype == syscall.PACKET_HOST {
			if size, source, target := packetOf(head[:n]); c.addresses[source] || c.addresses[target] {
				c.bytes.Add(int64(size))
			}
		}
	}
}

// packetOf returns the size of a packet of IPv4 with its headers, and the two ends if it is of TCP or UDP.
func packetOf(head []byte) (size int, source, target netip.AddrPort) {
	const ports = 4 // bytes
	if len(head) < 20 {
		return 0, source, target
	}
	begins := int(head[0]&15) * 4
	if protocol := head[9]; len(head) < begins+ports ||
		protocol != syscall.IPPROTO_TCP && protocol != syscall.IPPROTO_UDP {
		return 0, source, target
	}
	end := func(address, port []byte) netip.AddrPort {
		return netip.AddrPortFrom(netip.AddrFrom4([4]byte(address)), binary.BigEndian.Uint16(port))
	}
	return int(binary.BigEndian.Uint16(head[2:])), end(head[12:16], head[begins:]), end(head[16:20], head[begins+2:])
}

// stop ends the capture.
func (c *capture) stop() {
	c.stopped.Store(true)
	<-c.done
	syscall.Close(c.socket)
}
