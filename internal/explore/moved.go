package explore

import (
	"time"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

func bodyOf(v any) spec.Body {
	body, _ := v.(spec.Body)
	return body
}

// moved returns a process whose readings are moved.
func (m *model) moved(at spec.NodeID, p Process, there func(time.Duration) time.Duration) Process {
	if p.Up {
		p.Memory = codec.Key(m.readings.moved(m.State(at, p), there))
	}
	if saved := p.Saved(); saved != nil {
		p.Disk = string(codec.Box(m.readings.moved(saved, there)))
	}
	return p
}

// messageMoved returns a message whose readings are moved.
func (m *model) messageMoved(msg spec.Message, there func(time.Duration) time.Duration) spec.Message {
	msg.Body = bodyOf(m.readings.moved(msg.Body, there))
	return msg
}
