package systems

import "net"

// sends sends a packet of n bytes over the loopback interface, and returns when it has arrived.
func sends(n int) error {
	to, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer to.Close()
	from, err := net.Dial("udp", to.LocalAddr().String())
	if err != nil {
		return err
	}
	defer from.Close()
	if _, err := from.Write(make([]byte, n)); err != nil {
		return err
	}
	_, _, err = to.ReadFrom(make([]byte, n))
	return err
}
