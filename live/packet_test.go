package live

import (
	"errors"
	"reflect"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/codec"
)

type word struct{ Text string }

// Kind returns "Word".
func (word) Kind() string { return "Word" }

func init() { codec.Register(word{}) }

// A packet is read as it was written, by members of its group alone.
func TestPackets(t *testing.T) {
	sent := packet{copy: MessageID{From: 2, Life: 3, Number: 4}, sent: 5, body: word{"six"}}
	data := sent.encode(7)
	if got, err := decode(data, 7, 3); err != nil || !reflect.DeepEqual(got, sent) {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := decode(data, 8, 3); !errors.Is(err, errStranger) {
		t.Errorf("of another group: %v", err)
	}
	if _, err := decode(data, 7, 2); !errors.Is(err, errNoise) {
		t.Errorf("of a process that is not there: %v", err)
	}
	for n := range len(data) {
		if _, err := decode(data[:n], 7, 3); err == nil {
			t.Errorf("the first %d bytes are taken", n)
		}
	}
}

// No bytes make a panic.
func FuzzPackets(f *testing.F) {
	sent := packet{copy: MessageID{From: 2, Life: 3, Number: 4}, sent: 5, body: word{"six"}}
	f.Add(sent.encode(7))
	f.Fuzz(func(t *testing.T, data []byte) {
		if got, err := decode(data, 7, 3); err == nil && got.copy.Number > 0 && got.body == nil {
			t.Errorf("%+v has no body", got)
		}
	})
}
