package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"github.com/scrutineer-go/scrutineer/impl/succession"
	"github.com/scrutineer-go/scrutineer/internal/child"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/loopback"
	"github.com/scrutineer-go/scrutineer/live"
	"github.com/scrutineer-go/scrutineer/spec"
	election "github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
	"github.com/scrutineer-go/scrutineer/spec/succession/words"
	detector "github.com/scrutineer-go/scrutineer/spec/swim/words"
)

const (
	// apart is the distance of two neighbours on the grid, in millimetres: 16 processes are on 4.5 m x 4.5 m.
	apart = 1500
	side  = 4
	// newsMost is how many entries a message carries at most. A whole table in each would be the most of its bytes.
	newsMost = 8
)

// hybrid is the configuration of Hybrid over SWIM, or over Medley on a grid of 4 x 4 processes.
func hybrid(medley bool) words.Config {
	cfg := words.Config{
		Config: detector.Config{
			Nodes: groupSize, Helpers: 3, Returns: true, PeriodMS: 1000, Patience: 3, Picks: detector.RoundRobin,
			NewsMost: newsMost,
		},
		Protocol: election.Hybrid, C: 2, F: 2,
	}
	if medley {
		cfg.Picks, cfg.Exponent, cfg.KeepsPinging = detector.TimeBounded, 3, true
		for n := range groupSize {
			cfg.Positions = append(cfg.Positions, detector.Position{apart * (n % side), apart * (n / side)})
		}
	}
	return cfg
}

// ours starts processes of Hybrid.
func ours(medley bool) func(context.Context, string) (*running, error) {
	return func(ctx context.Context, dir string) (*running, error) {
		cfg := hybrid(medley)
		peers, err := loopback.Addresses(groupSize)
		if err != nil {
			return nil, err
		}
		text, err := json.Marshal(map[string]any{"protocol": "succession", "config": cfg, "peers": peers})
		if err != nil {
			return nil, err
		}
		if err := os.WriteFile(filepath.Join(dir, "cluster.json"), text, 0o644); err != nil {
			return nil, err
		}
		log, err := os.Create(filepath.Join(dir, "log"))
		if err != nil {
			return nil, err
		}
		run := func(args ...string) *exec.Cmd {
			cmd := itself(args...)
			cmd.Stdout, cmd.Stderr = log, log
			return cmd
		}
		r, ctx, err := children(ctx, groupSize, func(n int) *exec.Cmd {
			return run("serve", dir, "-id", fmt.Sprint(n))
		})
		if err != nil {
			return nil, err
		}
		r.versions = []string{runtime.Version()}
		if err := begins(ctx, cfg, dir, run("client", dir)); err != nil {
			r.stop()
			return nil, fmt.Errorf("%w; see %s", err, log.Name())
		}
		return r, nil
	}
}

// begins has a client tell the first initiator to begin, and returns when all processes follow one leader. The client
// has no other input to give, and ends.
func begins(ctx context.Context, cfg words.Config, dir string, cmd *exec.Cmd) error {
	client, err := child.Start(cmd)
	if err != nil {
		return err
	}
	defer client.Kill()
	return agreed(ctx, cfg, dir)
}

// agreed returns when all processes follow one leader.
func agreed(ctx context.Context, cfg words.Config, dir string) error {
	for {
		leaders := map[spec.NodeID]int{}
		for id := range spec.NodeID(groupSize) {
			state, err := live.LastState(dir, id)
			if err != nil {
				return err
			}
			if state == nil {
				continue
			}
			s := succession.New(id, cfg).State().(*succession.State)
			if err := codec.Decode(state, s); err != nil {
				return err
			}
			leaders[s.Upper.Leader]++
		}
		for leader, followers := range leaders {
			if leader != spec.None && followers == groupSize {
				return nil
			}
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
			return fmt.Errorf("the processes follow %v: %w", leaders, context.Cause(ctx))
		}
	}
}
