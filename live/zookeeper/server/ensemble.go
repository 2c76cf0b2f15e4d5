package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/child"
)

// Flags are the flags of each server's JVM.
const Flags = "-Xmx64m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -XX:ActiveProcessorCount=1"

// phases is what logs the phases of a server.
const phases = "org.apache.zookeeper.server.quorum.QuorumPeer"

// Times are the times of an ensemble.
type Times struct {
	// TickMS is tickTime, in milliseconds. Init and Sync are initLimit and syncLimit, in ticks.
	TickMS, Init, Sync int
}

// Printed are the times of Wang and Gupta.
var Printed = Times{TickMS: 2000, Init: 5, Sync: 2}

// Ensemble is a group of servers that run.
type Ensemble struct {
	// Clients are the addresses for clients.
	Clients []string
	// Servers are their processes.
	Servers []*child.Child
	logs    []*os.File
}

// Start starts a server for every three of the addresses, and returns when all take part in a quorum. dir holds all
// that they keep and log.
func Start(ctx context.Context, jars Jars, dir string, addresses []string, t Times) (*Ensemble, error) {
	e := &Ensemble{}
	var members strings.Builder
	nodes := len(addresses) / 3
	for n := range nodes {
		a := addresses[3*n : 3*n+3]
		_, client, err := net.SplitHostPort(a[2])
		if err != nil {
			return nil, err
		}
		_, election, err := net.SplitHostPort(a[1])
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&members, "server.%d=%s:%s:participant;127.0.0.1:%s\n", n+1, a[0], election, client)
		e.Clients = append(e.Clients, a[2])
	}
	for n := range nodes {
		if err := e.start(jars, filepath.Join(dir, fmt.Sprint(n+1)), n+1, members.String(), t); err != nil {
			e.Stop()
			return nil, err
		}
	}
	if err := e.await(ctx); err != nil {
		e.Stop()
		return nil, fmt.Errorf("%w; see %s", err, dir)
	}
	return e, nil
}

// start starts a server.
func (e *Ensemble) start(jars Jars, dir string, number int, members string, t Times) error {
	config := fmt.Sprintf("tickTime=%d\ninitLimit=%d\nsyncLimit=%d\ndataDir=%s\nadmin.enableServer=false\n"+
		"standaloneEnabled=false\nreconfigEnabled=false\n4lw.commands.whitelist=srvr\n%s",
		t.TickMS, t.Init, t.Sync, dir, members)
	file := filepath.Join(dir, "zoo.cfg")
	if err := errors.Join(os.MkdirAll(dir, 0o755), os.WriteFile(file, []byte(config), 0o644),
		os.WriteFile(filepath.Join(dir, "myid"), []byte(fmt.Sprint(number)), 0o644)); err != nil {
		return err
	}
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		return err
	}
	e.logs = append(e.logs, log)
	args := append(strings.Fields(Flags), "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
		"-Dorg.slf4j.simpleLogger.log."+phases+"=info", "-Dorg.slf4j.simpleLogger.showDateTime=true",
		"-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
		"-cp", filepath.Join(string(jars), "*"), "org.apache.zookeeper.server.quorum.QuorumPeerMain", file)
	cmd := exec.Command("java", args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, log, log
	c, err := child.Start(cmd)
	if err == nil {
		e.Servers = append(e.Servers, c)
	}
	return err
}

// await waits until all servers take part in a quorum.
func (e *Ensemble) await(ctx context.Context) error {
	for n := range e.Servers {
		for Mode(e.Clients[n]) == "" {
			select {
			case <-time.After(100 * time.Millisecond):
			case <-e.Servers[n].Ended():
				return fmt.Errorf("server %d has ended", n+1)
			case <-ctx.Done():
				return fmt.Errorf("server %d does not take part: %w", n+1, ctx.Err())
			}
		}
	}
	return nil
}

// Mode returns what a server is, such as "leader"; "" if it does not take part in a quorum.
func Mode(address string) string {
	conn, err := net.DialTimeout("tcp", address, time.Second)
	if err != nil {
		return ""
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(2 * time.Second))
	if _, err := conn.Write([]byte("srvr")); err != nil {
		return ""
	}
	text, _ := io.ReadAll(conn)
	_, mode, _ := strings.Cut(string(text), "Mode: ")
	mode, _, _ = strings.Cut(mode, "\n")
	return mode
}

// Stop kills all servers.
func (e *Ensemble) Stop() {
	for _, s := range e.Servers {
		s.Kill()
	}
	for _, log := range e.logs {
		log.Close()
	}
}
