package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	nats "github.com/nats-io/nats-server/v2/server"

	"github.com/scrutineer-go/scrutineer"
	implementation "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/internal/livetest"
	"github.com/scrutineer-go/scrutineer/properties/lease"
	"github.com/scrutineer-go/scrutineer/properties/rsdp"
	"github.com/scrutineer-go/scrutineer/spec"
)

// What the test program is, if these variables of its environment are set: the program of this folder, or a NATS server
// at an address.
const (
	isProgram = "MEDIA_PROGRAM"
	isNATS    = "MEDIA_NATS"
)

func TestMain(m *testing.M) {
	switch {
	case os.Getenv(isProgram) != "":
		main()
	case os.Getenv(isNATS) != "":
		serveNATS(os.Getenv(isNATS))
	default:
		os.Exit(m.Run())
	}
}

// serveNATS runs a server until the standard input ends.
func serveNATS(address string) {
	addr, err := net.ResolveTCPAddr("tcp", address)
	if err == nil {
		var s *nats.Server
		s, err = nats.NewServer(&nats.Options{Host: addr.IP.String(), Port: addr.Port, NoSigs: true, NoLog: true})
		if err == nil {
			go s.Start()
			_, err = io.Copy(io.Discard, os.Stdin)
			s.Shutdown()
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// itself returns a command that runs the test program as something else.
func itself(as, value string, args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), as+"="+value)
	return cmd
}

// The leader of RSDP's election is killed ten times in a row. All follow another leader each time. Meanwhile the broker
// is killed once, stopped once, and replaced by a new one once. Every step is judged.
func TestKills(t *testing.T) {
	for _, row := range []struct {
		name   string
		server func(testing.TB) server
		query  string
	}{
		{"nats", newNATS, ""},
		{"amqp", newRabbit, ""},
		{"amqp confirms", newRabbit, "?confirms=true"},
	} {
		t.Run(row.name, func(t *testing.T) {
			b := row.server(t)
			must(t, b.start())
			c := elects(t, b.url()+row.query)
			restarts := [][]func() error{{b.kill, b.start}, {b.stop, b.start}, {b.kill, b.forget, b.start}}
			t.Log(c.Summary(c.Kills(10, func(n int) {
				if n%3 != 2 {
					return
				}
				for _, do := range restarts[n/3] {
					must(t, do())
				}
			})))
			out := c.Judge(0)
			if !strings.Contains(out, "every step is one of the specification, and no property fails that is claimed") {
				t.Fatal(out)
			}
			t.Log(out)
		})
	}
}

// elects returns five processes of the election over a medium.
func elects(t *testing.T, url string) *livetest.Cluster {
	return cluster(t, rsdp.Protocol(), url, livetest.Election{
		Protocol: "rsdp", Config: `{"nodes": 5, "failures": "vanish", "reducers": ["latest"], "statusMs": 50, ` +
			`"shareMs": 50, "syncMs": 200}`,
		Follows: func(_ spec.NodeID, state any) spec.NodeID {
			if s := state.(*implementation.State); s.On {
				return s.View(0).Leader
			}
			return spec.None
		},
		Bound: 400 * time.Millisecond, Why: "the session that goes on, syncMs, and the next session",
	})
}

// cluster returns a cluster of a protocol over a medium.
func cluster(t *testing.T, p scrutineer.Registration, url string, e livetest.Election) *livetest.Cluster {
	e.More = fmt.Sprintf(`, "medium": %q`, url)
	subject, err := p.Registered().Campaigns().Open(json.RawMessage(e.Config))
	must(t, err)
	parent := t.TempDir()
	return livetest.New(t, e, subject.Cluster, parent, func(args ...string) *exec.Cmd {
		cmd := itself(isProgram, "1", args...)
		cmd.Dir = parent
		return cmd
	})
}

// A cluster whose messages wait in durable queues for processes that are down is judged.
func TestKept(t *testing.T) {
	b := newRabbit(t)
	must(t, b.start())
	c := cluster(t, lease.Protocol(), b.url(), livetest.Election{
		Protocol: "lease", Config: `{"nodes": 4, "failures": "wait", "length": 100, "margin": 20}`,
	})
	c.StartAll()
	time.Sleep(time.Second)
	for n := range 12 {
		id := spec.NodeID(n % 4)
		time.Sleep(100 * time.Millisecond)
		c.Kill(id)
		time.Sleep(50 * time.Millisecond)
		c.Restart(id)
	}
	time.Sleep(300 * time.Millisecond)
	must(t, c.Group.Stop())
	out := c.Judge(0)
	if strings.Contains(out, "judged up to") || !strings.Contains(out, "every step is one of the specification") {
		t.Error(out)
	}
	t.Log(out)
}
