package systems

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"example.com/raft"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// RaftRole is the role of a program that serves etcd's raft: the arguments behind it are those of its commands.
const RaftRole = "raft"

// rafts is 16 processes of etcd's raft library, with a heartbeat every tenth of the election timeout. It has pre-votes.
// It does not check quorums: the adapter does not tick followers, so with them a vote would be refused while a follower
// knows a leader.
type rafts struct {
	election time.Duration // the shortest timeout of a follower
}

func (r rafts) system() System {
	return System{
		Name: "etcd's raft", ID: "raft", Flags: oneProcessor, Nodes: groupSize, LostBy: "stopped", Elects: true,
		versions: func(context.Context) []string {
			return []string{"etcd raft " + versionOf("go.etcd.io/raft/v3"), runtime.Version()}
		},
		start: func(ctx context.Context, dir string) (*running, error) {
			c, _, err := r.start(ctx, dir, 0)
			if err != nil {
				return nil, err
			}
			return c.running, nil
		},
		Losses: func(ctx context.Context, dir string, n int) ([]Loss, error) {
			return inRounds(n, func(i int) (Loss, error) {
				c, leader, err := r.start(ctx, filepath.Join(dir, fmt.Sprint(i)), i)
				if err != nil {
					return Loss{}, err
				}
				defer func() { c.stop() }()
				time.Sleep(phase(i, r.election/10))
				return c.loses(leader, syscall.SIGSTOP)
			})
		},
	}
}

// start starts the processes, and returns when they have a leader. Election timeouts are a function of
// the group's number.
func (r rafts) start(ctx context.Context, dir string, number int) (*cluster, spec.NodeID, error) {
	cfg := raft.Config{
		Nodes: groupSize, Failures: scrutineer.MessagesVanish, PreVote: true, Seed: number,
		BeatMS: int(r.election.Milliseconds()) / 10, FailMS: int(r.election.Milliseconds()),
	}
	c, err := serve(ctx, dir, number, "raft", cfg, nil, func(_ spec.NodeID, state []byte) (is seen, err error) {
		var s raft.State
		if err := codec.Decode(state, &s); err != nil {
			return is, err
		}
		is.leader, is.tag, is.busy = s.Leader, s.Term, s.Leader == spec.None
		is.lacks = ^members(0)
		if s.Leader != spec.None {
			is.lacks &^= 1 << s.Leader
		}
		return is, nil
	}, RaftRole)
	if err != nil {
		return nil, spec.None, err
	}
	leader, err := c.agrees()
	if err != nil {
		c.stop()
		return nil, spec.None, err
	}
	return c, leader, nil
}
