package command

import (
	"encoding/json"
	"os/exec"
	"runtime"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/livetest"
)

// cluster is a cluster of real processes, and the sandbox that they run in.
type cluster struct {
	sandbox
	*livetest.Cluster
}

// newCluster prepares a cluster.
func newCluster(t *testing.T, e livetest.Election) *cluster {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("serve runs on Linux only")
	}
	p, err := protocolOf(e.Protocol, "", "")
	if err != nil {
		t.Fatal(err)
	}
	worlds, err := worldsOf(p, "", "")
	if err != nil {
		t.Fatal(err)
	}
	subject, err := worlds.Open(json.RawMessage(e.Config))
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld(t)
	return &cluster{w, livetest.New(t, e, subject.Cluster, w.cwd, func(args ...string) *exec.Cmd {
		return w.command(nil, nil, args...)
	})}
}
