package words

import (
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Whatever is sent may stand in a state.
func TestMessagesAreRegistered(t *testing.T) {
	for _, body := range []spec.Body{Commit{}, StartViewChange{}, DoViewChange{}, StartView{}} {
		if !codec.Registered(body) {
			t.Errorf("%s is not registered", body.Kind())
		}
	}
}

// The least and the greatest that a configuration may hold is accepted, what lies beside it refused by its name.
func TestParse(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"nodes": 1, "beatMs": 1, "failMs": 1}`, ""},
		{`{"nodes": 511, "beatMs": 86400000, "failMs": 86400000}`, ""},
		{`{"nodes": 0}`, "nodes: 0, it must be an odd number from 1 to 511"},
		{`{"nodes": 513}`, "nodes: 513, it must be an odd number from 1 to 511"},
		{`{"nodes": 4}`, "nodes: 4, it must be an odd number from 1 to 511"},
		{`{"nodes": 3, "beatMs": -1}`, "beatMs: -1, it must be 1 to 86400000"},
		{`{"nodes": 3, "beatMs": 86400001}`, "beatMs: 86400001, it must be 1 to"},
		{`{"nodes": 3, "failMs": -1}`, "failMs: -1, it must be 1 to"},
		{`{"nodes": 3, "failMs": 86400001}`, "failMs: 86400001, it must be 1 to"},
		{`{"node": 3}`, "node"},
	} {
		_, err := Parse([]byte(c.text))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
}
