// Package loopback finds addresses for tests that run processes with sockets.
package loopback

import (
	"net"
	"testing"
)

// Free returns n addresses of the loopback interface on which nobody listens, neither by UDP nor by TCP.
func Free(t testing.TB, n int) []string {
	t.Helper()
	var addresses []string
	for len(addresses) < n {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer listener.Close() // not before all are found, so that they differ
		socket, err := net.ListenPacket("udp", listener.Addr().String())
		if err != nil {
			continue
		}
		defer socket.Close()
		addresses = append(addresses, listener.Addr().String())
	}
	return addresses
}
