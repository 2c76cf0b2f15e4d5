package engine

import (
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/scrutineer-go/scrutineer/internal/input"
)

// tokenVariable is the environment variable with the token of a server.
const tokenVariable = "SCRUTINEER_TOKEN"

// urlVariable is the environment variable with the URL of the server of a worker.
const urlVariable = "SCRUTINEER_URL"

// bad returns an error about a flag.
func bad(flag, format string, args ...any) error {
	return &input.Error{File: "command line", Field: flag, Want: fmt.Sprintf(format, args...)}
}

// checkURL returns an error if a text is no list of URLs of NATS servers.
func checkURL(text string) error {
	for one := range strings.SplitSeq(text, ",") {
		u, err := url.Parse(strings.TrimSpace(one))
		if one != "" && (err != nil || u.Host == "" || u.Scheme != "nats" && u.Scheme != "tls") {
			return bad("-url", "%q, it must be a URL such as nats://127.0.0.1:4222", redacted(one))
		}
	}
	return nil
}

// redacted returns a list of URLs without their secrets.
func redacted(text string) string {
	var all []string
	for one := range strings.SplitSeq(text, ",") {
		if i := strings.LastIndex(one, "@"); i >= 0 {
			scheme, _, is := strings.Cut(one[:i], "://")
			if !is {
				scheme = "nats"
			}
			one = scheme + "://...@" + one[i+1:]
		}
		all = append(all, one)
	}
	return strings.Join(all, ",")
}

// connection has the options of a connection to another program's server.
func connection(at string, errs io.Writer) []nats.Option {
	return []nats.Option{
		nats.Name("scrutineer"), nats.Token(os.Getenv(tokenVariable)), nats.MaxReconnects(-1),
		nats.ReconnectWait(200 * time.Millisecond), nats.Timeout(5 * time.Second),
		nats.DisconnectErrHandler(func(c *nats.Conn, err error) {
			if err != nil {
				fmt.Fprintf(errs, "%s: the connection is lost (%v), trying again\n", at, err)
			}
		}),
		nats.ReconnectHandler(func(c *nats.Conn) { fmt.Fprintf(errs, "%s: connected again\n", at) }),
	}
}

// reached returns the address by which clients reach a server. A server that listens on all addresses of a machine is
// reached by the name host.
func reached(address, host string) string {
	at, port, err := net.SplitHostPort(address)
	if err != nil || !net.ParseIP(at).IsUnspecified() {
		return address
	}
	return net.JoinHostPort(host, port)
}

// host returns the name of this machine.
func host() string {
	name, err := os.Hostname()
	if err != nil {
		return "localhost"
	}
	return name
}
