package live

import (
	"time"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Resent returns a packet as if it were sent now.
func Resent(data []byte) []byte {
	return changed(data, func(p *packet) { p.sent = time.Now().UnixNano() })
}

// Replaced returns a packet with another body.
func Replaced(data []byte, body spec.Body) []byte {
	return changed(data, func(p *packet) { p.body = body })
}

func changed(data []byte, change func(*packet)) []byte {
	p, err := decode(data, 0, 3)
	if err != nil {
		panic(err)
	}
	change(&p)
	return p.encode(0)
}
