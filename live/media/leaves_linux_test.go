package main

import (
	"os"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/livetest"
	"github.com/scrutineer-go/scrutineer/live/media/rabbitmq/broker"
)

// Brokers and processes listen on the loopback interface alone. They end when their parent does, however that ends.
func TestLeavesNothing(t *testing.T) {
	if _, err := broker.Installed(); err != nil && os.Getenv("RABBITMQ_REQUIRED") == "" {
		t.Skip(err)
	}
	livetest.LeavesNothing(t, 9, func() { // a NATS server, a broker, a port mapper, five processes and a client
		must(t, newNATS(t).start())
		b := newRabbit(t)
		must(t, b.start())
		c := elects(t, b.url())
		c.StartAll()
		c.Await()
	})
}
