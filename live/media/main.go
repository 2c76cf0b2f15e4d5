// Command media is scrutineer with two more media for real processes: a NATS server, and a RabbitMQ broker. A cluster
// uses one if the field medium of its cluster.json is a URL that begins with nats:// or amqp://.
package main

import (
	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/live"
	"github.com/scrutineer-go/scrutineer/live/media/nats"
	"github.com/scrutineer-go/scrutineer/live/media/rabbitmq"
	"github.com/scrutineer-go/scrutineer/properties"
)

func main() {
	live.RegisterMedium("nats", nats.Join)
	live.RegisterMedium("amqp", rabbitmq.Join)
	scrutineer.Main(properties.All()...)
}
