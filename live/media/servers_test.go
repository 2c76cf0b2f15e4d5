package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/loopback"
	"github.com/scrutineer-go/scrutineer/live"
	"github.com/scrutineer-go/scrutineer/live/media/rabbitmq/broker"
	"github.com/scrutineer-go/scrutineer/spec"
)

// server is a broker that can be restarted.
type server interface {
	// url returns the URL of the medium.
	url() string
	// start starts it, stop stops it in order, and kill kills it as kill -9 does.
	start() error
	stop() error
	kill() error
	// forget removes all that it has kept. It must not run.
	forget() error
}

// natsBroker is a NATS server in a process of its own.
type natsBroker struct {
	address string
	group   live.Group
}

func newNATS(t testing.TB) server {
	b := &natsBroker{address: loopback.Free(t, 1)[0]}
	b.group.Command = func(spec.NodeID) *exec.Cmd {
		cmd := itself(isNATS, b.address)
		cmd.Stderr = os.Stderr
		return cmd
	}
	t.Cleanup(func() { _ = b.group.Stop() })
	return b
}

func (b *natsBroker) url() string   { return "nats://" + b.address }
func (b *natsBroker) start() error  { return b.group.Start(0) }
func (b *natsBroker) stop() error   { return b.group.Stop() }
func (b *natsBroker) kill() error   { return b.group.Kill(0) }
func (b *natsBroker) forget() error { return nil }

// rabbit is a RabbitMQ broker.
type rabbit struct {
	broker.Installation
	ports broker.Ports
	dir   string
	runs  *broker.Broker
}

func newRabbit(t testing.TB) server {
	i, err := broker.Installed()
	switch {
	case err != nil && os.Getenv("RABBITMQ_REQUIRED") != "":
		t.Fatal(err)
	case err != nil:
		t.Skip(err)
	}
	ports, err := broker.PortsOf(loopback.Free(t, 3))
	if err != nil {
		t.Fatal(err)
	}
	r := &rabbit{Installation: i, ports: ports, dir: t.TempDir()}
	t.Logf("RabbitMQ %s", i.Version)
	t.Cleanup(func() {
		if r.runs != nil {
			r.runs.Kill()
		}
	})
	return r
}

func (r *rabbit) url() string { return "amqp://guest:guest@127.0.0.1:" + r.ports.Clients }

func (r *rabbit) start() (err error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	r.runs, err = broker.Start(ctx, r.Installation, r.dir, r.ports)
	return err
}

func (r *rabbit) stop() error {
	r.runs.Stop()
	r.runs = nil
	return nil
}

func (r *rabbit) forget() error { return errors.Join(os.RemoveAll(r.dir), os.Mkdir(r.dir, 0o755)) }

func (r *rabbit) kill() error {
	r.runs.Kill()
	r.runs = nil
	return nil
}
