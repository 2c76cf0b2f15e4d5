package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/scrutineer-go/scrutineer/campaign"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/properties/ctolerant"
	"github.com/scrutineer-go/scrutineer/tla"
)

// campaigns lists the protocols that campaigns can run.
func campaigns() []campaign.Protocol { return []campaign.Protocol{ctolerant.Campaign()} }

// campaignOf finds the protocol of that name. where and field name where the name
// stands.
func campaignOf(name, where, field string) (campaign.Protocol, error) {
	var names []string
	for _, p := range campaigns() {
		if p.Name == name {
			return p, nil
		}
		names = append(names, p.Name)
	}
	return campaign.Protocol{}, &input.Error{File: where, Field: field, Want: fmt.Sprintf(
		"%q, it must be one of %s", name, strings.Join(names, ", "))}
}

// enough is from how many runs on a companion without a witness is a failure: the
// campaign has looked, and what it speaks of has not happened.
const enough = 1000

// settings collects -set flags.
type settings map[string]json.RawMessage

// String is for the flag package.
func (s settings) String() string { return "" }

// Set reads "field=value"; the value is JSON, or else a text.
func (s settings) Set(text string) error {
	name, value, ok := strings.Cut(text, "=")
	if !ok || name == "" {
		return fmt.Errorf("%q is not of the form field=value", text)
	}
	if !json.Valid([]byte(value)) {
		quoted, err := json.Marshal(value)
		if err != nil {
			return err
		}
		value = string(quoted)
	}
	s[name] = json.RawMessage(value)
	return nil
}

// campaignFlags are those of campaign.
type campaignFlags struct {
	protocol string
	out      string
	restart  bool
	options  campaign.Options
}

func (f *campaignFlags) define(set *flag.FlagSet) {
	fixed := settings{}
	f.options.Fixed = fixed
	set.StringVar(&f.protocol, "p", "ctolerant", "the `protocol`")
	set.IntVar(&f.options.Runs, "n", 10_000, "how many runs")
	set.Uint64Var(&f.options.Seed, "seed", 1, "what the plans are drawn from")
	set.Var(fixed, "set", "give a `field=value` of the configuration that is not drawn, such as rule=last")
	set.BoolVar(&f.options.Refine, "refine", true, "hold every step against the specification")
	set.IntVar(&f.options.Keep, "keep", 3, "how many failures of each property are made small and kept")
	set.IntVar(&f.options.Tries, "tries", 2000, "the most runs that making one small may take")
	set.BoolVar(&f.options.UntilFailed, "until-failed", false, "end with the first failure")
	set.StringVar(&f.out, "out", "", "the `folder` for the result and the failures "+
		"(default build/campaign/PROTOCOL-seedSEED-nN)")
	set.BoolVar(&f.restart, "restart", false, "begin again a campaign that was interrupted or has ended")
}

// runCampaign runs a campaign, or goes on with one that was interrupted.
func runCampaign(ctx context.Context, args []string, out, errs io.Writer) error {
	var f campaignFlags
	if err := parse("campaign", args, errs, f.define); errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	if f.options.Runs < 1 {
		return usageError("-n", fmt.Sprintf("%d, it must be 1 or more", f.options.Runs))
	}
	p, err := campaignOf(f.protocol, "command line", "-p")
	if err != nil {
		return err
	}
	if _, err := p.Open(p.PlanOf(f.options, 0).Config); err != nil {
		return input.In("command line", "-set", err)
	}
	if f.out == "" {
		f.out = defaultOut(f)
	}
	sofar, err := campaign.Load(f.out, p, f.options)
	if err != nil {
		return err
	}
	if f.restart {
		sofar = nil
	}
	if sofar != nil {
		fmt.Fprintf(errs, "%s: going on after run %d of %d (-restart begins again)\n", f.out, sofar.Run, sofar.Asked)
	}
	meter := newMeter(errs, f.options.Runs, sofar)
	saved := time.Now()
	f.options.Done = func(r *campaign.Result, fresh []campaign.Failure) error {
		for _, failure := range fresh {
			if err := failure.Write(f.out); err != nil {
				return err
			}
		}
		meter.show(r)
		if len(fresh) > 0 || time.Since(saved) > time.Second || r.Run == r.Asked {
			saved = time.Now()
			return r.Save(f.out)
		}
		return nil
	}
	r, err := p.Campaign(ctx, f.options, sofar)
	meter.end()
	if r != nil && r.Run > 0 {
		err = errors.Join(err, r.Save(f.out))
	}
	if err != nil {
		return err
	}
	return concludeCampaign(p, r, f, out)
}

func defaultOut(f campaignFlags) string {
	name := fmt.Sprintf("%s-seed%d-n%d", f.protocol, f.options.Seed, f.options.Runs)
	for field, value := range f.options.Fixed {
		name += "-" + field + strings.Map(wordsOnly, string(value))
	}
	return filepath.Join("build", "campaign", name)
}

// wordsOnly keeps of a value what may stand in a file's name.
func wordsOnly(r rune) rune {
	if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
		return r
	}
	return -1
}

// concludeCampaign prints the result and turns it into the command's outcome.
func concludeCampaign(p campaign.Protocol, r *campaign.Result, f campaignFlags, out io.Writer) error {
	if err := r.Write(out, p); err != nil {
		return err
	}
	for _, failure := range r.Failures {
		dir := filepath.Join(f.out, failure.Dir)
		fmt.Fprintf(out, "\n%s fails in run %d: %s\n  made small in %d runs: %d faults and pins\n"+
			"  replay: scrutineer replay %s\n  look:   %s\n",
			failure.Property, failure.Run, failure.Why, failure.Tries, failure.Elements,
			filepath.Join(dir, campaign.PlanFile), filepath.Join(dir, campaign.DiagramFile))
	}
	if len(r.Failed) > 0 {
		return errFailed
	}
	if r.Run < r.Asked {
		return &tla.NotRunError{
			Missing: fmt.Sprintf("%d of %d runs", r.Asked-r.Run, r.Asked), Type: "the same command again to go on",
		}
	}
	if unseen := r.Unseen(p); len(unseen) > 0 {
		fmt.Fprintf(out, "never witnessed: %s\n", strings.Join(unseen, ", "))
		if r.Run >= enough {
			return errFailed
		}
	}
	return nil
}
