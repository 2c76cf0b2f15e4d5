// Package server is a NATS server with JetStream within this program. It listens on the loopback interface unless it is
// asked for more, and asks everybody for a token.
//
// Start reading at [Start].
package server

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// Server is a running server.
type Server struct {
	server *server.Server
	token  string
}

// kept is the address and the token of a server, which a server that starts in the same folder uses again.
type kept struct {
	Address string `json:"address"`
	Token   string `json:"token"`
}

const (
	keptFile = "server.json" // only its owner can read it
	dataDir  = "data"
	// mostPayload is how many bytes a message has at most.
	mostPayload = 1 << 20
	// startsWithin is how long a server may take to start.
	startsWithin = 30 * time.Second
)

// Start starts a server that stores its data in a folder. It listens on an address, a host and a port. An empty one
// is a free port of the loopback interface. An empty token is drawn. A server of the same folder has the token and, if
// that is free, the port that it had.
func Start(dir, address, token string) (*Server, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	before, err := read(filepath.Join(dir, keptFile))
	if err != nil {
		return nil, err
	}
	if token == "" {
		token = before.Token
	}
	if token == "" {
		token = rand.Text()
	}
	if address == "" {
		address = free(before.Address)
	}
	host, port, err := split(address)
	if err != nil {
		return nil, err
	}
	s, err := server.NewServer(&server.Options{
		ServerName: "scrutineer", Host: host, Port: port, Authorization: token, NoLog: true, NoSigs: true,
		MaxPayload: mostPayload, JetStream: true, StoreDir: filepath.Join(dir, dataDir),
	})
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", address) // the server does not tell why it cannot listen
	if err != nil {
		return nil, err
	}
	if err := listener.Close(); err != nil {
		return nil, err
	}
	s.Start()
	if !s.ReadyForConnections(startsWithin) {
		s.Shutdown()
		return nil, fmt.Errorf("the server does not start on %s", address)
	}
	started := &Server{server: s, token: token}
	if err := write(filepath.Join(dir, keptFile), kept{s.Addr().String(), token}); err != nil {
		started.Stop()
		return nil, err
	}
	return started, nil
}

// free returns an address of the loopback interface, the one before if that is free.
func free(before string) string {
	if host, _, err := net.SplitHostPort(before); err == nil && net.ParseIP(host).IsLoopback() {
		if l, err := net.Listen("tcp", before); err == nil {
			_ = l.Close()
			return before
		}
	}
	return "127.0.0.1:0"
}

func split(address string) (host string, port int, err error) {
	host, text, err := net.SplitHostPort(address)
	if err != nil {
		return "", 0, err
	}
	if port, err = strconv.Atoi(text); err != nil || port < 0 || port > 65535 {
		return "", 0, fmt.Errorf("%q is no port", text)
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	return host, port, nil
}

func read(file string) (k kept, err error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return k, nil
	}
	if err == nil && json.Unmarshal(text, &k) != nil {
		k = kept{} // it was cut off: there is no token that workers could know
	}
	return k, err
}

func write(file string, k kept) error {
	text, err := json.Marshal(k)
	if err != nil {
		return err
	}
	fresh := file + ".new"
	if err := os.WriteFile(fresh, text, 0o600); err != nil {
		return err
	}
	return os.Rename(fresh, file)
}

// Address returns the host and the port on which it listens.
func (s *Server) Address() string { return s.server.Addr().String() }

// Token returns what clients must know.
func (s *Server) Token() string { return s.token }

// Connect returns a connection within this program.
func (s *Server) Connect(options ...nats.Option) (*nats.Conn, error) {
	return nats.Connect("", append(options, nats.InProcessServer(s.server), nats.Token(s.token))...)
}

// Stop stops the server. Its data stays in the folder.
func (s *Server) Stop() {
	s.server.Shutdown()
	s.server.WaitForShutdown()
}
