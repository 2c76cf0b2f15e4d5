package campaign_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
)

// failing are options of a campaign in which two properties fail for several causes.
func failing() campaign.Options {
	return campaign.Options{
		Runs: 250, Seed: 1, Keep: 2, Tries: 40, Workers: 2,
		Fixed: map[string]json.RawMessage{"crowd": json.RawMessage("true")},
	}
}

// block runs a block.
type block func(ctx context.Context, first, n int) (campaign.Block, error)

// texts returns the result of a campaign and the small plans of its failures, as their files have them.
func texts(
	t *testing.T, p campaign.Harness, o campaign.Options, r *campaign.Result, run block,
) (*campaign.Result, []string) {
	t.Helper()
	var all []string
	o.Done = func(_ *campaign.Result, fresh []campaign.Failure) error {
		for _, f := range fresh {
			text, err := json.Marshal(f.Minimal)
			if err != nil {
				return err
			}
			all = append(all, string(text))
		}
		return nil
	}
	var err error
	if run == nil {
		r, err = p.Campaign(t.Context(), o, r)
	} else {
		r, err = p.Elsewhere(t.Context(), o, r, run)
	}
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return r, append(all, string(text))
}

// elsewhere runs a block as another process does: it comes back as bytes.
func elsewhere(t *testing.T, p campaign.Harness, o campaign.Options, known campaign.Known) block {
	return func(ctx context.Context, first, n int) (campaign.Block, error) {
		b, err := p.RunBlock(ctx, o, first, n, known)
		if err != nil {
			return b, err
		}
		known.Add(b)
		data, err := campaign.Pack([]campaign.Block{b, b})
		if err != nil {
			t.Fatal(err)
		}
		all, err := campaign.Unpack(data)
		if err != nil || len(all) != 2 {
			t.Fatalf("%d blocks, %v", len(all), err)
		}
		if again := all[1]; again.First != first || again.Len() != b.Len() {
			t.Errorf("of the runs %d to %d %d come back, from %d on", first, first+n-1, again.Len(), again.First)
		}
		return all[1], nil
	}
}

// A campaign whose blocks are run elsewhere has the same result and the same small plans as one that runs them itself,
// however many failures were shrunk ahead.
func TestElsewhere(t *testing.T) {
	p, o := beatHarness(), failing()
	_, want := texts(t, p, o, nil, nil)
	if len(want) < 4 {
		t.Fatalf("only %d failures are kept", len(want)-1)
	}
	for _, n := range []int{0, 4, 1000} {
		failed := map[string]int{}
		for _, property := range p.Judged() {
			failed[property] = n
		}
		if _, got := texts(t, p, o, nil, elsewhere(t, p, o, campaign.Known{Failed: failed})); !cmp.Equal(got, want) {
			t.Errorf("%d have failed before: %s", n, cmp.Diff(want, got))
		}
	}
}

// A campaign that stops at a failure, or in the middle of a block, goes on elsewhere as here.
func TestElsewhereStops(t *testing.T) {
	p, o := beatHarness(), failing()
	o.UntilFailed = true
	first, want := texts(t, p, o, nil, nil)
	if _, got := texts(t, p, o, nil, elsewhere(t, p, o, campaign.Known{})); !cmp.Equal(got, want) {
		t.Errorf("until one fails: %s", cmp.Diff(want, got))
	}
	for property := range first.Failed {
		o.UntilFailed, o.Until = false, property
		break
	}
	here, want := texts(t, p, o, nil, nil)
	there, got := texts(t, p, o, nil, elsewhere(t, p, o, campaign.Known{}))
	if !cmp.Equal(got, want) {
		t.Errorf("until %s fails: %s", o.Until, cmp.Diff(want, got))
	}
	o.Until = ""
	_, want = texts(t, p, o, here, nil)
	if _, got = texts(t, p, o, there, elsewhere(t, p, o, campaign.Known{})); !cmp.Equal(got, want) {
		t.Errorf("and on from there: %s", cmp.Diff(want, got))
	}
}

// A block that was run elsewhere is merged as a whole, or not at all.
func TestElsewhereInterrupted(t *testing.T) {
	p, o := beatHarness(), failing()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o.Going = func(_ int, phase campaign.Phase, _ int) {
		if phase == campaign.Shrunk {
			cancel()
		}
	}
	r, err := p.Elsewhere(ctx, o, nil, elsewhere(t, p, failing(), campaign.Known{}))
	if err != nil || r.Run != 0 || len(r.Failed) > 0 || len(r.Ranges) > 0 {
		t.Errorf("%d runs, %v failed, %d ranges, %v; want none", r.Run, r.Failed, len(r.Ranges), err)
	}
	if _, err := p.RunBlock(ctx, o, 0, 100, campaign.Known{}); !errors.Is(err, campaign.ErrInterrupted) {
		t.Error(err)
	}
}

// A block of other runs than those that were asked for is refused.
func TestElsewhereRefuses(t *testing.T) {
	p, o := beatHarness(), failing()
	for _, c := range []struct {
		first, n int
		want     string
	}{
		{1, 3, "the block has 3 runs from 1 on, it must have 1 to 100 from 0 on"},
		{0, 101, "the block has 101 runs from 0 on, it must have 1 to 100 from 0 on"},
		{0, 0, "the block has 0 runs from 0 on, it must have 1 to 100 from 0 on"},
	} {
		r, err := p.Elsewhere(t.Context(), o, nil, func(ctx context.Context, _, _ int) (campaign.Block, error) {
			return p.RunBlock(ctx, o, c.first, c.n, campaign.Known{})
		})
		if err == nil || err.Error() != c.want || r.Run != 0 {
			t.Errorf("%v after %d runs, want %q", err, r.Run, c.want)
		}
	}
}

// What is no packed blocks is refused.
func TestUnpackRefuses(t *testing.T) {
	b, err := beatHarness().RunBlock(t.Context(), failing(), 0, 3, campaign.Known{})
	if err != nil {
		t.Fatal(err)
	}
	data, err := campaign.Pack([]campaign.Block{b})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"", "no block", string(data[:len(data)/2]), string(data[:len(data)-1])} {
		if _, err := campaign.Unpack([]byte(text)); err == nil || !strings.HasPrefix(err.Error(), "not packed blocks") {
			t.Errorf("%d bytes: %v", len(text), err)
		}
	}
}
