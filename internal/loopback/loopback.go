// Package loopback finds addresses for processes with sockets.
package loopback

import "net"

// Addresses returns n addresses of the loopback interface on which nobody listens, neither by UDP nor by TCP.
func Addresses(n int) ([]string, error) { return AddressesOf("127.0.0.1", n) }

// AddressesOf returns n such addresses of a host. Groups that start at the same time need hosts of their own, such as
// 127.0.0.2: otherwise one may take a port between the call and the start of the other.
func AddressesOf(host string, n int) (addresses []string, err error) {
	for len(addresses) < n {
		listener, err := net.Listen("tcp", net.JoinHostPort(host, "0"))
		if err != nil {
			return nil, err
		}
		defer listener.Close() // not before all are found, so that they differ
		socket, err := net.ListenPacket("udp", listener.Addr().String())
		if err != nil {
			continue
		}
		defer socket.Close()
		addresses = append(addresses, listener.Addr().String())
	}
	return addresses, nil
}

// Free returns such addresses for a test, which it ends if there are none.
func Free(t interface {
	Helper()
	Fatal(args ...any)
}, n int,
) []string {
	t.Helper()
	addresses, err := Addresses(n)
	if err != nil {
		t.Fatal(err)
	}
	return addresses
}
