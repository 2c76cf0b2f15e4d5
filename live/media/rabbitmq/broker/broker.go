// Package broker fetches RabbitMQ, and runs a broker as a child of this program, with folders, a node name and ports of
// its own on the loopback interface. The broker and its port mapper end when this program does, however it ends.
//
// Start reading at [Start].
package broker

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/scrutineer-go/scrutineer/internal/child"
)

// Broker is a broker that runs.
type Broker struct {
	// URL is its address for clients.
	URL string

	broker, mapper *child.Child
	log            *os.File
}

// Ports are those that a broker listens on.
type Ports struct {
	Clients, Nodes, Mapper string
}

// Start starts a broker, and returns when it takes connections. dir holds all that it keeps and logs; another broker
// that is started there later goes on with it.
func Start(ctx context.Context, i Installation, dir string, p Ports) (*Broker, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	for name, text := range map[string]string{"plugins": "[].\n", "rabbitmq.conf": "loopback_users.guest = true\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return nil, err
		}
	}
	b := &Broker{URL: "amqp://guest:guest@127.0.0.1:" + p.Clients}
	if b.log, err = os.OpenFile(filepath.Join(dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644); err != nil {
		return nil, err
	}
	env := i.environment(dir, p)
	b.mapper, err = b.begin(env, filepath.Join(i.bin, "epmd"), "-address", "127.0.0.1", "-port", p.Mapper)
	if err == nil {
		b.broker, err = b.begin(env, filepath.Join(i.bin, "erlexec"), "-noinput", "-s", "rabbit", "boot",
			"-boot", "start_sasl", "+W", "w", "-start_epmd", "false",
			"-kernel", "inet_dist_use_interface", "{127,0,0,1}", "-kernel", "prevent_overlapping_partitions", "false",
			"-syslog", "logger", "[]", "-syslog", "syslog_error_logger", "false")
	}
	if err == nil {
		err = b.await(ctx)
	}
	if err != nil {
		b.Kill()
		return nil, err
	}
	return b, nil
}

// environment returns what tells the broker where all is.
func (i Installation) environment(dir string, p Ports) []string {
	in := func(name string) string { return filepath.Join(dir, name) }
	return []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "ROOTDIR=" + i.erlang, "BINDIR=" + i.bin,
		"EMU=beam", "PROGNAME=erl",
		"ERL_LIBS=" + filepath.Join(i.rabbit, "plugins"), "ERL_EPMD_ADDRESS=127.0.0.1", "ERL_EPMD_PORT=" + p.Mapper,
		"RABBITMQ_HOME=" + i.rabbit, "RABBITMQ_NODENAME=scrutineer" + p.Clients + "@localhost",
		"RABBITMQ_MNESIA_BASE=" + in("mnesia"), "RABBITMQ_LOG_BASE=" + in("logs"), "RABBITMQ_LOGS=-",
		"RABBITMQ_NODE_IP_ADDRESS=127.0.0.1", "RABBITMQ_NODE_PORT=" + p.Clients, "RABBITMQ_DIST_PORT=" + p.Nodes,
		"RABBITMQ_ENABLED_PLUGINS_FILE=" + in("plugins"),
		"RABBITMQ_PLUGINS_DIR=" + filepath.Join(i.rabbit, "plugins"),
		"RABBITMQ_CONF_ENV_FILE=" + in("none"), "RABBITMQ_CONFIG_FILE=" + in("rabbitmq"),
		"RABBITMQ_CONFIG_FILES=" + in("none"), "RABBITMQ_ADVANCED_CONFIG_FILE=" + in("none"),
	}
}

// begin starts a command that ends when this program does.
func (b *Broker) begin(env []string, name string, args ...string) (*child.Child, error) {
	cmd := exec.Command(name, args...)
	cmd.Env, cmd.Stdout, cmd.Stderr = env, b.log, b.log
	return child.Start(cmd)
}

// await waits until the broker takes a connection.
func (b *Broker) await(ctx context.Context) error {
	for {
		conn, err := amqp.Dial(b.URL)
		if err == nil {
			return conn.Close()
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-b.broker.Ended():
			return fmt.Errorf("the broker has ended, see %s", b.log.Name())
		case <-ctx.Done():
			return fmt.Errorf("the broker is not up, see %s: %w", b.log.Name(), err)
		}
	}
}

// Kill kills the broker and its port mapper as kill -9 does.
func (b *Broker) Kill() {
	b.broker.Kill()
	b.mapper.Kill()
	b.log.Close()
}

// Stop asks the broker to end, as SIGTERM does, and kills it if it takes longer than 10 seconds.
func (b *Broker) Stop() {
	_ = b.broker.Signal(syscall.SIGTERM)
	select {
	case <-b.broker.Ended():
	case <-time.After(10 * time.Second):
	}
	b.Kill()
}

// PortsOf returns the ports of three addresses.
func PortsOf(addresses []string) (p Ports, err error) {
	for n, port := range []*string{&p.Clients, &p.Nodes, &p.Mapper} {
		if _, *port, err = net.SplitHostPort(addresses[n]); err != nil {
			return p, err
		}
	}
	return p, nil
}
