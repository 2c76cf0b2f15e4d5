package command

import (
	"context"
	"errors"
	"flag"
	"io"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
)

// work runs blocks of the campaign of another process.
func work(ctx context.Context, args []string, _, errs io.Writer) error {
	collectSeldom()
	if err := parse(workCommand, args, errs, engine.WorkFlags); errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	find := func(name string) (campaign.Harness, error) {
		registered, err := protocolOf(name, "the campaign", "protocol")
		if err != nil {
			return campaign.Harness{}, err
		}
		return worldsOf(registered, "the campaign", "protocol")
	}
	return engine.Work(ctx, Workplace{Program: ourselves(), Protocol: find}, errs)
}
