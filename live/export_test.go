package live

import (
	"os"
	"time"

	"github.com/scrutineer-go/scrutineer/spec"
)

// BrokenDisk returns a disk whose syncs fail.
func BrokenDisk(file string, err error) Disk {
	return Disk{file, func(*os.File) error { return err }}
}

// LogTo returns a log in a file that is open. It is as long as the number says.
func LogTo(file *os.File, written int64) *Log { return &Log{file: file, written: written} }

// StartOf returns when the first life of a log's process started.
func StartOf(l *Log) int64 { return l.start }

// Resent returns a packet as if it were sent now.
func Resent(data []byte) []byte {
	return changed(data, func(p *packet) { p.sent = time.Now().UnixNano() })
}

// Replaced returns a packet with another body.
func Replaced(data []byte, body spec.Body) []byte {
	return changed(data, func(p *packet) { p.body = body })
}

// Loses reports whether a copy is lost that is sent when the clocks read 0.
func Loses(f *Faults, id MessageID, to spec.NodeID) bool {
	return f.loses(id, &spec.Message{To: to}, 0)
}

// Due returns when a copy arrives that is sent when the clocks read 0.
func Due(f *Faults, id MessageID, to spec.NodeID) time.Duration { return f.due(id, to, 0) }

func changed(data []byte, change func(*packet)) []byte {
	p, err := decode(data, 0, 3)
	if err != nil {
		panic(err)
	}
	change(&p)
	return p.encode(0)
}
