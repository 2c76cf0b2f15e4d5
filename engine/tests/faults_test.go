package tests

import (
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/scrutineer-go/scrutineer/internal/child"
	"github.com/scrutineer-go/scrutineer/internal/loopback"
	"github.com/scrutineer-go/scrutineer/internal/nightly"
)

// fault is what happens to a campaign that two workers run.
type fault struct {
	name  string
	flags string
	// payload is how many bytes a message has at most on the NATS server, a process of its own. It is 0 if the server
	// is within the program.
	payload int32
	happens func(f *faulty)
}

// faulty is a campaign to which a fault happens.
type faulty struct {
	*theCampaign
	nats    clustered
	running *child.Child // the server
}

const usual = 1 << 20 // bytes of a message

var faults = []fault{
	{"a worker is killed", "-silence 500ms", 0, func(f *faulty) {
		f.send(f.aWorker(0), syscall.SIGKILL)
		f.says("has ended, process")
	}},
	{"a worker stalls", "-silence 500ms", 0, func(f *faulty) {
		worker := f.aWorker(1)
		f.send(worker, syscall.SIGSTOP)
		f.says("was silent for")
		f.send(worker, syscall.SIGCONT)
	}},
	{"the coordinator is killed", "", 0, func(f *faulty) {
		f.killed()
		f.says("going on after run")
	}},
	{"the coordinator is killed, and not all workers", "-silence 500ms", usual, func(f *faulty) {
		cmd := program(f.dir, "work", "-url", "nats://"+f.nats.Address, "-name", "elsewhere", "-threads", "1")
		worker, err := child.Start(cmd)
		if err != nil {
			f.Fatal(err)
		}
		f.Cleanup(worker.Kill)
		f.killed()
		f.end()
		<-worker.Ended()
		if status := cmd.ProcessState.ExitCode(); status != 0 {
			f.Errorf("the worker's exit status is %d", status)
		}
	}},
	{"results come twice", "-silence 5s", usual, func(f *faulty) {
		f.stalled(func() { f.until("came twice", f.storeAgain) })
	}},
	{"a worker of another build comes", "", usual, func(f *faulty) {
		status, says := f.callOther("work", "-url", "nats://"+f.nats.Address)
		if status != 2 || !strings.Contains(says, "so copy it, or build both alike") {
			f.Errorf("another build: exit status %d, %s", status, says)
		}
	}},
	{"the server restarts", "-silence 500ms", usual, func(f *faulty) {
		f.restart(func() { time.Sleep(200 * time.Millisecond) })
		f.says("connected again")
	}},
	{"the server loses its store", "-silence 500ms", usual, func(f *faulty) {
		f.restart(func() {
			if err := os.RemoveAll(f.nats.Dir); err != nil {
				f.Fatal(err)
			}
		})
		f.says("the server has lost")
	}},
	{"no room for results", "-results 0.02 -silence 5s", 0, func(f *faulty) {
		f.stalled(func() { f.says("has no room for more results") })
	}},
	{"no room for objects", "-results 0.03 -silence 5s", 2048, func(f *faulty) {
		f.stalled(func() { f.says("has no room for more results") })
	}},
}

// The folder of a campaign is byte for byte that of one process, whatever happens to it. Each fault happens to one of
// the campaigns.
func TestFaults(t *testing.T) {
	for i, fault := range faults {
		row := campaigns[i%len(campaigns)]
		t.Run(fault.name+"/"+row.name, func(t *testing.T) { fault.strike(t, row.day) })
	}
}

// Each fault happens to each of the campaigns.
func TestAllFaults(t *testing.T) {
	nightly.Only(t, "TestFaults")
	for _, fault := range faults {
		for _, row := range campaigns {
			t.Run(fault.name+"/"+row.name, func(t *testing.T) { fault.strike(t, row.day) })
		}
	}
}

// strike runs a campaign to which the fault happens.
func (to fault) strike(t *testing.T, flags []string) {
	t.Parallel()
	f := &faulty{theCampaign: alone(t, flags...)}
	f.more = append([]string{"-workers", "2", "-threads", "1"}, strings.Fields(to.flags)...)
	if to.payload > 0 {
		f.nats = clustered{Name: "one", Address: loopback.Free(t, 1)[0], Dir: t.TempDir(), Payload: to.payload}
		f.running = f.nats.start(t)
		awaitServer(t, f.nats.Address)
		f.more = append(f.more, "-url", "nats://"+f.nats.Address)
	}
	f.start()
	if !f.await(1) {
		t.Fatal("it has ended before anything happened: it must be longer")
	}
	to.happens(f)
	f.end()
	t.Log(f.stderr.String())
}

// stalled stops one worker while a function runs, so that the campaign cannot merge the results of the other worker.
func (f *faulty) stalled(meanwhile func()) {
	worker := f.aWorker(0)
	f.send(worker, syscall.SIGSTOP)
	defer f.send(worker, syscall.SIGCONT)
	meanwhile()
}

// restart kills the NATS server, and starts it again after a function has run.
func (f *faulty) restart(between func()) {
	f.running.Kill()
	between()
	f.nats.start(f)
}

// storeAgain stores a result that is on the server once more.
func (f *faulty) storeAgain() {
	conn, err := nats.Connect("nats://" + f.nats.Address)
	if err != nil {
		f.Fatal(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		f.Fatal(err)
	}
	for name := range js.StreamNames(f.Context()).Name() {
		if !strings.HasSuffix(name, "-done") {
			continue
		}
		results, err := js.Stream(f.Context(), name)
		if err != nil {
			return // the campaign has ended meanwhile
		}
		state, err := results.Info(f.Context())
		if err != nil {
			return
		}
		m, err := results.GetMsg(f.Context(), state.State.LastSeq)
		if err == nil {
			_, _ = js.PublishMsg(f.Context(), &nats.Msg{Subject: m.Subject, Data: m.Data, Header: m.Header})
		}
	}
}

// callOther runs another build of the program.
func (f *faulty) callOther(args ...string) (status int, says string) {
	cmd := program(f.dir, args...)
	cmd.Path = f.copied(0)
	out, _ := cmd.CombinedOutput()
	return cmd.ProcessState.ExitCode(), string(out)
}
