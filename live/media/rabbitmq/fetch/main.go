// Command fetch fetches RabbitMQ into the project's cache, without root. It exits with 3 if it cannot.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"github.com/scrutineer-go/scrutineer/live/media/rabbitmq/broker"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	i, err := broker.Fetch(ctx)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
	fmt.Println("RabbitMQ", i.Version)
}
