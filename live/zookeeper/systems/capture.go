package systems

import (
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"sync/atomic"
	"syscall"
	"unsafe"
)

// capture counts the packets of a system on the loopback interface, beside those of other programs. It needs the right
// to open packet sockets, as root has it.
type capture struct {
	socket    int
	addresses map[netip.AddrPort]bool
	bytes     atomic.Int64
	stopped   atomic.Bool
	done      chan error
}

// inNetworkOrder returns a 16-bit number in the order of bytes that packet sockets take.
func inNetworkOrder(n uint16) uint16 {
	return binary.NativeEndian.Uint16(binary.BigEndian.AppendUint16(nil, n))
}

// captured counts packets from or to one of these addresses until the capture is stopped.
func captured(addresses []string) (c *capture, err error) {
	c = &capture{addresses: map[netip.AddrPort]bool{}, done: make(chan error, 1)}
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
	const waiting = 8 << 20 // bytes of packets that wait to be read
	err = errors.Join(
		syscall.SetsockoptInt(c.socket, syscall.SOL_SOCKET, syscall.SO_RCVBUF, waiting),
		syscall.SetsockoptTimeval(c.socket, syscall.SOL_SOCKET, syscall.SO_RCVTIMEO, &syscall.Timeval{Usec: 100_000}),
		syscall.Bind(c.socket, &syscall.SockaddrLinklayer{Protocol: ip, Ifindex: lo.Index}))
	if err != nil {
		return nil, errors.Join(err, syscall.Close(c.socket))
	}
	go func() { c.done <- c.count() }()
	return c, nil
}

// count counts until the capture is stopped, and then the packets that wait to be read.
func (c *capture) count() error {
	head := make([]byte, 128) // the headers are shorter
	for flags := 0; ; {
		if c.stopped.Load() {
			flags = syscall.MSG_DONTWAIT
		}
		n, from, err := syscall.Recvfrom(c.socket, head, flags)
		if errors.Is(err, syscall.EAGAIN) && flags == syscall.MSG_DONTWAIT {
			return nil
		}
		if errors.Is(err, syscall.EAGAIN) || errors.Is(err, syscall.EINTR) {
			continue // nothing came for a while
		}
		if err != nil {
			return err
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

// stop ends the capture. It returns an error if not all packets were counted.
func (c *capture) stop() error {
	c.stopped.Store(true)
	err := <-c.done
	dropped, failed := c.dropped()
	if err = errors.Join(err, failed, syscall.Close(c.socket)); err == nil && dropped > 0 {
		err = fmt.Errorf("%d packets came too fast to be counted", dropped)
	}
	return err
}

// dropped returns how many packets the socket had no room for.
func (c *capture) dropped() (int, error) {
	var counts struct{ packets, drops uint32 }
	size := uint32(unsafe.Sizeof(counts))
	_, _, failed := syscall.Syscall6(syscall.SYS_GETSOCKOPT, uintptr(c.socket), syscall.SOL_PACKET,
		syscall.PACKET_STATISTICS, uintptr(unsafe.Pointer(&counts)), uintptr(unsafe.Pointer(&size)), 0)
	if failed != 0 {
		return 0, failed
	}
	return int(counts.drops), nil
}
