package live

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Joining says which process joins which group over a medium.
type Joining struct {
	// URL is the address of the medium, such as nats://127.0.0.1:4222.
	URL string
	ID  spec.NodeID
	// Nodes is the number of processes, and Peers are the addresses of each.
	Nodes int
	Peers []string
	// Group tells clusters on one medium apart, by their programs, configurations and folders.
	Group uint64
	// First reports whether the process has taken no step yet. Messages that a medium keeps for it then are of another
	// run.
	First bool
	// Keeps reports whether messages to a process that is down are to wait for it.
	Keeps bool
	// Warn is called with why a medium cannot be joined, if the transport goes on to try.
	Warn func(why string)
}

// Medium opens the transport of a process over a medium that is not the socket of the process, such as a broker.
type Medium func(Joining) (Transport, error)

// media are the media by the scheme of their URLs.
var media = map[string]Medium{}

// RegisterMedium adds the medium of the URLs with a scheme. Call it before Main.
func RegisterMedium(scheme string, m Medium) { media[scheme] = m }

// CheckMedium returns an error if this program has no medium of a URL.
func CheckMedium(url string) error {
	scheme, _, is := strings.Cut(url, "://")
	if known := slices.Sorted(maps.Keys(media)); !is || media[scheme] == nil {
		return fmt.Errorf("%q, this program has the media %q: omit it for UDP", url, known)
	}
	return nil
}

// Join opens the transport of a process.
func Join(j Joining) (Transport, error) {
	if err := CheckMedium(j.URL); err != nil {
		return nil, err
	}
	scheme, _, _ := strings.Cut(j.URL, "://")
	return media[scheme](j)
}
