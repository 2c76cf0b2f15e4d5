package main

import (
	"net"
	"os/exec"

	"github.com/scrutineer-go/scrutineer/internal/child"
)

// running is a system that runs.
type running struct {
	ids      []int // of the processes that are measured
	versions []string
	flags    string
	stop     func()
}

// groupSize is the number of processes of all systems but ZooKeeper.
const groupSize = 16

// free returns n addresses of the loopback interface on which nobody listens, neither by UDP nor by TCP.
func free(n int) (addresses []string, err error) {
	for len(addresses) < n {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
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

// children starts n commands, and returns them as a system that runs.
func children(n int, command func(n int) *exec.Cmd) (*running, error) {
	r := &running{stop: func() {}}
	for i := range n {
		c, err := child.Start(command(i))
		if err != nil {
			r.stop()
			return nil, err
		}
		r.ids = append(r.ids, c.ID())
		before := r.stop
		r.stop = func() { c.Kill(); before() }
	}
	return r, nil
}
