package command

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
)

// What has ended is not ended once more, what has not is.
func TestGiveUp(t *testing.T) {
	ended, exits := make(chan struct{}), 0
	giveUp(0, ended, func() { exits++ })
	close(ended)
	giveUp(time.Hour, ended, func() { exits++ })
	if exits != 1 {
		t.Errorf("%d exits, want 1", exits)
	}
}

// Where no run comes to its end the meter says what goes on; where runs do, it leaves it to them.
func TestMeterGoesOn(t *testing.T) {
	var out strings.Builder
	m := newMeter(&out, &campaign.Result{Asked: 3})
	late := func() { m.last = time.Time{} }
	m.live() // too early
	late()
	m.live()
	late()
	m.going(1, campaign.Opened, 0)
	m.live()
	late()
	m.going(1, campaign.GoesOn, 12345)
	m.live()
	m.showRuns(1)
	late()
	m.live() // one has just come to its end
	m.going(2, campaign.Shrunk, 7)
	m.live()
	const want = "0 of 3 runs, the first plans are drawn\n0 of 3 runs, run 1 is opened\n" +
		"0 of 3 runs, run 1 goes on, 12,345 events so far\n1 of 3 runs, run 2 is shrunk, 7 tries so far\n"
	if out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
	out.Reset()
	if status := m.exit(&out); status != exitNotRun || !strings.Contains(out.String(), "while run 2 is shrunk, 7") {
		t.Errorf("status %d, %s", status, out.String())
	}
	m.update(&campaign.Result{Asked: 3, Run: 1, Failed: map[string]int{"A": 1}})
	if status := m.exit(&out); status != exitFailed {
		t.Errorf("status %d where something has failed", status)
	}
}

// A campaign of thousands of processes, of which a single step takes long, ends soon after the
// signal, in whatever it is at, and the same command goes on.
func TestCampaignOfManyInterrupted(t *testing.T) {
	if testing.Short() {
		t.Skip("opens configurations of 1,024 processes: leave -short away")
	}
	t.Parallel()
	w := newWorld(t)
	args := strings.Fields("campaign -set nodes=1024 -n 3 -out c")
	status, errs := w.interrupt(t, syscall.SIGTERM, "c", func(campaign.Result) bool { return true }, args)
	if status != exitNotRun || !strings.Contains(errs, "type the same command again to go on\n") {
		t.Errorf("status %d, %s", status, errs)
	}
	if r, there := resultIn(t, filepath.Join(w.cwd, "c")); !there || r.Asked != 3 || r.Run == 3 {
		t.Errorf("the result: %v, %+v", there, r)
	}
}
