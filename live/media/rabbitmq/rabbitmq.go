// Package rabbitmq carries messages between real processes over a RabbitMQ broker, as live.Transport, as the papers of
// RSDP do: a message to all goes to a fanout exchange, a message to one process to a direct exchange, and each process
// has a queue that is bound to both. If messages to a process that is down vanish, its queue is exclusive and goes with
// its connection. If they wait, its queue is durable.
//
// Start reading at [Join].
package rabbitmq

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/scrutineer-go/scrutineer/live"
	"github.com/scrutineer-go/scrutineer/spec"
)

// transport is the transport of one process.
type transport struct {
	live.Joining
	confirms              bool
	direct, fanout, queue string
	packets               chan []byte
	joined                chan struct{} // closed at the first connection
	warned                string
	stop                  context.CancelFunc
	ended                 chan struct{}

	mu      sync.Mutex
	channel *amqp.Channel // nil while there is no connection
}

// again is the time between two attempts to connect to a broker that is gone.
const again = 20 * time.Millisecond

// ahead is how many messages the broker sends before the process has taken the first of them. If messages are kept it
// is 1: those that were sent ahead are lost with the process.
const ahead = 64

// confirms is the query of a URL that has each message confirmed by the broker before the next is sent.
const confirms = "confirms=true"

// confirmWithin is how long a message waits for the broker to confirm it. After that it may arrive or not.
const confirmWithin = time.Second

// joinWithin is how long joining waits for the broker, and each attempt to connect.
const joinWithin = time.Second

// Join connects a process to the broker. If the broker is not there, or goes, the connection is made again, with its
// queue and bindings, until the transport is closed; what is sent meanwhile is lost.
func Join(j live.Joining) (live.Transport, error) {
	url, query, _ := strings.Cut(j.URL, "?")
	if query != "" && query != confirms {
		return nil, fmt.Errorf("?%s: it must be ?%s or nothing", query, confirms)
	}
	if _, err := amqp.ParseURI(url); err != nil {
		return nil, err
	}
	j.URL = url
	group := fmt.Sprintf("scrutineer.%016x", j.Group)
	ctx, stop := context.WithCancel(context.Background())
	t := &transport{
		Joining: j, confirms: query == confirms, joined: make(chan struct{}),
		direct: group + ".direct", fanout: group + ".fanout", queue: fmt.Sprintf("%s.%s", group, j.ID),
		packets: make(chan []byte), stop: stop, ended: make(chan struct{}),
	}
	go t.run(ctx)
	select {
	case <-t.joined:
	case <-time.After(joinWithin):
	}
	return t, nil
}

// run keeps a connection until the context ends.
func (t *transport) run(ctx context.Context) {
	defer close(t.ended)
	defer close(t.packets)
	for ctx.Err() == nil {
		if err := t.connected(ctx); err != nil {
			t.warn(err)
			select {
			case <-time.After(again):
			case <-ctx.Done():
			}
		}
	}
}

// warn says once why the broker refuses the process.
func (t *transport) warn(err error) {
	var refused *amqp.Error
	if t.Warn != nil && errors.As(err, &refused) && refused.Server && refused.Reason != t.warned {
		t.warned = refused.Reason
		t.Warn(refused.Reason)
	}
}

// connected hands over messages until the connection ends.
func (t *transport) connected(ctx context.Context) error {
	conn, err := amqp.DialConfig(t.URL, amqp.Config{Dial: amqp.DefaultDial(joinWithin)})
	if err != nil {
		return err
	}
	defer func() { _ = conn.CloseDeadline(time.Now().Add(joinWithin)) }()
	channel, err := conn.Channel()
	if err != nil {
		return err
	}
	if t.confirms {
		if err := channel.Confirm(false); err != nil {
			return err
		}
	}
	arrives, err := t.consume(channel)
	if err != nil {
		return err
	}
	t.use(channel)
	defer t.use(nil)
	select {
	case <-t.joined:
	default:
		close(t.joined)
	}
	for {
		select {
		case m, open := <-arrives:
			if !open {
				return errors.New("the connection has ended")
			}
			_ = m.Ack(false) // before the process has it: it has no message twice
			if m.Redelivered {
				continue // the process may have had it, if the broker did not hear so
			}
			select {
			case t.packets <- m.Body:
			case <-ctx.Done():
				return nil
			}
		case <-ctx.Done():
			return nil
		}
	}
}

// consume declares the exchanges and the queue, binds them, and begins to consume.
func (t *transport) consume(channel *amqp.Channel) (<-chan amqp.Delivery, error) {
	durable, exclusive := t.Keeps, !t.Keeps
	key := t.ID.String()
	err := errors.Join(
		channel.ExchangeDeclare(t.direct, amqp.ExchangeDirect, true, false, false, false, nil),
		channel.ExchangeDeclare(t.fanout, amqp.ExchangeFanout, true, false, false, false, nil),
	)
	if err != nil {
		return nil, err
	}
	if _, err := channel.QueueDeclare(t.queue, durable, exclusive, exclusive, false, nil); err != nil {
		return nil, err
	}
	if t.First {
		if _, err := channel.QueuePurge(t.queue, false); err != nil { // of messages of another run
			return nil, err
		}
		t.First = false
	}
	sent := ahead
	if t.Keeps {
		sent = 1
	}
	err = errors.Join(
		channel.QueueBind(t.queue, key, t.direct, false, nil),
		channel.QueueBind(t.queue, "", t.fanout, false, nil),
		channel.Qos(sent, 0, false),
	)
	if err != nil {
		return nil, err
	}
	return channel.Consume(t.queue, "", false, true, false, false, nil)
}

func (t *transport) use(channel *amqp.Channel) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.channel = channel
}

// Send publishes a packet to the direct exchange.
func (t *transport) Send(to spec.NodeID, packet []byte) error {
	return t.publish(t.direct, to.String(), packet)
}

// Broadcast publishes a packet to the fanout exchange.
func (t *transport) Broadcast(packet []byte) error { return t.publish(t.fanout, "", packet) }

// errDown is the error of what is sent while there is no connection.
var errDown = errors.New("there is no connection to the broker")

func (t *transport) publish(exchange, key string, packet []byte) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.channel == nil {
		return errDown
	}
	mode := amqp.Transient
	if t.Keeps {
		mode = amqp.Persistent
	}
	ctx, cancel := context.WithTimeout(context.Background(), confirmWithin)
	defer cancel()
	confirmation, err := t.channel.PublishWithDeferredConfirmWithContext(ctx, exchange, key, false, false,
		amqp.Publishing{DeliveryMode: mode, Body: packet})
	if err != nil || confirmation == nil {
		return err
	}
	switch taken, err := confirmation.WaitContext(ctx); {
	case err != nil:
		return err
	case !taken:
		return errors.New("the broker has refused a message")
	}
	return nil
}

// Packets returns the packets that arrive.
func (t *transport) Packets() <-chan []byte { return t.packets }

// Close ends the connection.
func (t *transport) Close() error {
	t.stop()
	<-t.ended
	return nil
}
