package engine

import "testing"

// A server that listens on all addresses of a machine is reached by a name, any other where it listens.
func TestReached(t *testing.T) {
	for address, want := range map[string]string{
		"0.0.0.0:4222": "a:4222", "[::]:4222": "a:4222", "127.0.0.1:5": "127.0.0.1:5", "b:5": "b:5", "odd": "odd",
	} {
		if got := reached(address, "a"); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}

// A URL is said without its secrets.
func TestRedacted(t *testing.T) {
	for url, want := range map[string]string{
		"nats://token@a:1":                "nats://...@a:1",
		"nats://me:word@a:1,tls://me@b:1": "nats://...@a:1,tls://...@b:1",
		"nats://a:1,nats://b:1":           "nats://a:1,nats://b:1",
		"secret@a:1,nats://me:p@ss@b:1":   "nats://...@a:1,nats://...@b:1",
	} {
		if got := redacted(url); got != want {
			t.Errorf("%s: %s, want %s", url, got, want)
		}
	}
}
