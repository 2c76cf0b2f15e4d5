package command_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/command"
)

// herd is an engine whose blocks are run within the test, and travel as bytes.
type herd struct {
	on     bool
	lost   int // the run at which it breaks down, 0 for none
	find   func(name string) (campaign.Harness, error)
	job    command.Job
	saved  int
	closed string
	worked string
}

func (h *herd) CampaignFlags(set *flag.FlagSet) { set.BoolVar(&h.on, "herd", false, "run elsewhere") }
func (h *herd) WorkFlags(set *flag.FlagSet)     { set.StringVar(&h.worked, "for", "", "a `name`") }

func (h *herd) Begin(_ context.Context, j command.Job) (command.Blocks, error) {
	if !h.on {
		return nil, nil
	}
	h.job, h.closed = j, ""
	return h, nil
}

func (h *herd) Work(_ context.Context, w command.Workplace, errs io.Writer) error {
	h.find = w.Protocol
	if _, err := w.Protocol(h.worked); err != nil {
		return err
	}
	fmt.Fprintln(errs, "worked for", h.worked)
	return nil
}

func (h *herd) Block(ctx context.Context, first, n int) (campaign.Block, error) {
	if h.lost > 0 && first >= h.lost {
		return campaign.Block{}, command.NotRun("the herd is gone")
	}
	p, err := h.find(h.job.Protocol)
	if err != nil {
		return campaign.Block{}, err
	}
	b, err := p.RunBlock(ctx, h.job.Options, first, n, campaign.Known{})
	if err != nil {
		return b, err
	}
	data, err := campaign.Pack([]campaign.Block{b})
	if err != nil {
		return b, err
	}
	again, err := campaign.Unpack(data)
	if err != nil {
		return b, err
	}
	return again[0], nil
}

func (h *herd) Merged(r *campaign.Result, saved bool) {
	if saved {
		h.saved = r.Run
	}
}

func (h *herd) Status() string  { return "grazing" }
func (h *herd) Close(over bool) { h.closed = fmt.Sprintf("over %t", over) }

// A campaign on an engine leaves the folder that it leaves without one. If the engine breaks down the same command goes
// on.
func TestCampaignOnEngine(t *testing.T) {
	dir := t.TempDir()
	h := &herd{}
	command.ReplaceEngine(h)
	t.Cleanup(func() { command.ReplaceEngine(nil) })
	call := func(status int, args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		if got := command.Run(t.Context(), args, &out, &errs); got != status {
			t.Errorf("%v: status %d, want %d: %s", args, got, status, &errs)
		}
		return out.String() + errs.String()
	}
	folder := func(name string) string { return filepath.Join(dir, name) }
	campaignIn := func(out string, more ...string) []string {
		args := strings.Fields("campaign -p ctolerant -set rule=last -set nodes=3 -set c=0 -set f=1 -refine=false " +
			"-seed 3 -tries 100 -n 500 -threads 2")
		return append(append(args, "-out", folder(out)), more...)
	}
	if said := call(exitOK, "work", "-for", "ctolerant"); !strings.Contains(said, "worked for ctolerant") {
		t.Error(said)
	}
	call(exitFailed, campaignIn("one")...)
	if h.closed != "" {
		t.Error("the engine was asked although the flags do not ask for it")
	}
	h.lost = 200
	if said := call(exitNotRun, campaignIn("two", "-herd")...); !strings.Contains(said,
		"the campaign stops after run 200: the herd is gone") || h.closed != "over false" {
		t.Errorf("%s, %s", said, h.closed)
	}
	h.lost = 0
	call(exitFailed, campaignIn("two", "-herd")...)
	if h.job.Merged != 200 || h.closed != "over true" || h.job.Options.Workers != 2 || h.job.Dir != folder("two") {
		t.Errorf("%+v, %s", h.job, h.closed)
	}
	if diff := cmp.Diff(files(t, folder("one")), files(t, folder("two"))); diff != "" {
		t.Error(diff)
	}
}

// files returns the files of a folder by their names.
func files(t *testing.T, dir string) map[string]string {
	all := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		all[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Only a program with an engine has the command work, and help lists it.
func TestWork(t *testing.T) {
	for _, e := range []command.Engine{nil, &herd{}} {
		command.ReplaceEngine(e)
		t.Cleanup(func() { command.ReplaceEngine(nil) })
		var help, errs bytes.Buffer
		command.Run(t.Context(), []string{"help"}, &help, &errs)
		status := command.Run(t.Context(), []string{"work", "-for", "nobody"}, io.Discard, &errs)
		says := `"work" is no command`
		if e != nil {
			says = `the campaign: protocol: "nobody", it must be one of`
		}
		if status != exitBadInput || !strings.Contains(errs.String(), says) {
			t.Errorf("status %d, %s", status, &errs)
		}
		if strings.Contains(help.String(), "\n  work ") != (e != nil) {
			t.Error(help.String())
		}
	}
}
