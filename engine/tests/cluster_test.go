package tests

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/scrutineer-go/scrutineer/internal/child"
	"github.com/scrutineer-go/scrutineer/internal/loopback"
	"github.com/scrutineer-go/scrutineer/internal/nightly"
)

// clustered is a NATS server in a process of its own.
type clustered struct {
	Name, Address, Dir, Route string
	Routes                    []string
	Payload                   int32 // bytes of a message at most, 0 for the usual number
}

// serveNATS is such a server. It returns if it cannot start.
func serveNATS(args []string) error {
	var c clustered
	if err := json.Unmarshal([]byte(args[0]), &c); err != nil {
		return err
	}
	o := server.Options{
		ServerName: c.Name, NoSigs: true, NoLog: true, JetStream: true, StoreDir: c.Dir,
		MaxPayload: c.Payload,
	}
	if err := split(c.Address, &o.Host, &o.Port); err != nil {
		return err
	}
	if c.Route != "" {
		o.Cluster.Name = "test"
		if err := split(c.Route, &o.Cluster.Host, &o.Cluster.Port); err != nil {
			return err
		}
		for _, route := range c.Routes {
			o.Routes = append(o.Routes, &url.URL{Scheme: "nats-route", Host: route})
		}
	}
	s, err := server.NewServer(&o)
	if err != nil {
		return err
	}
	s.Start()
	s.WaitForShutdown()
	return nil
}

// split takes an address apart.
func split(address string, host *string, port *int) error {
	_, err := fmt.Sscanf(strings.Replace(address, ":", " ", 1), "%s %d", host, port)
	return err
}

// start starts the server.
func (c clustered) start(t testing.TB) *child.Child {
	t.Helper()
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	cmd := program(c.Dir, string(text))
	cmd.Dir, cmd.Env = "", append(cmd.Environ(), isProgram+"=server")
	server, err := child.Start(cmd)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Kill)
	return server
}

// Of three servers one is killed in the midst, and starts again later.
func TestThreeServers(t *testing.T) {
	nightly.Only(t, "TestFaults")
	for _, row := range campaigns {
		t.Run(row.name, func(t *testing.T) {
			all, running := threeServers(t)
			c := alone(t, row.day...)
			c.more = strings.Fields("-workers 2 -threads 1 -replicas 3 -url ")
			c.more = append(c.more, fmt.Sprintf("nats://%s,nats://%s,nats://%s", all[0].Address, all[1].Address,
				all[2].Address))
			c.start()
			if !c.await(c.asked() / 4) {
				t.Fatalf("it has ended before a server was killed: %s", c.stderr.String())
			}
			leader := leaderOf(t, all)
			running[leader].Kill()
			if !c.await(c.asked() / 2) {
				t.Fatalf("it has ended before a server was started: %s", c.stderr.String())
			}
			all[leader].start(t)
			c.end()
		})
	}
}

// leaderOf returns the server that leads the others in keeping the results.
func leaderOf(t *testing.T, all []clustered) int {
	t.Helper()
	conn, err := nats.Connect("nats://" + all[0].Address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	for info := range js.ListStreams(t.Context()).Info() {
		if strings.HasSuffix(info.Config.Name, "-done") && info.Cluster != nil {
			return slices.IndexFunc(all, func(c clustered) bool { return c.Name == info.Cluster.Leader })
		}
	}
	t.Fatal("no server leads")
	return 0
}

// threeServers starts a cluster.
func threeServers(t *testing.T) (all []clustered, running []*child.Child) {
	addresses := loopback.Free(t, 6)
	for i := range 3 {
		s := clustered{
			Name: fmt.Sprintf("n%d", i), Address: addresses[i], Dir: t.TempDir(),
			Route: addresses[3+i], Routes: addresses[3:],
		}
		all, running = append(all, s), append(running, s.start(t))
	}
	for _, s := range all {
		awaitServer(t, s.Address)
	}
	time.Sleep(3 * time.Second) // they elect a leader
	return all, running
}

func awaitServer(t testing.TB, address string) {
	t.Helper()
	for begin := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		if exec.Command("bash", "-c", "exec 3<>/dev/tcp/"+strings.Replace(address, ":", "/", 1)).Run() == nil {
			return
		}
		if time.Since(begin) > time.Minute {
			t.Fatal("the server does not start")
		}
	}
}

// asked returns how many runs the campaign in one process had.
func (c *theCampaign) asked() int {
	c.Helper()
	var r struct{ Asked int }
	text, err := exec.Command("cat", filepath.Join(c.one, "result.json")).Output()
	if err != nil || json.Unmarshal(text, &r) != nil {
		c.Fatal(err)
	}
	return r.Asked
}
