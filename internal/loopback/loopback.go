// Package loopback finds addresses for tests that run processes with sockets.
package loopback

import (
	"net"
	"testing"
)

// Free returns n UDP addresses of the loopback interface on which nobody listens.
func Free(t testing.TB, n int) []string {
	t.Helper()
	var addresses []string
	for range n {
		socket, err := net.ListenPacket("udp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer socket.Close() // not before all are found, so that they differ
		addresses = append(addresses, socket.LocalAddr().String())
	}
	return addresses
}
