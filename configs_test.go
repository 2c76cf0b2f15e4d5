package scrutineer_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/scrutineer-go/scrutineer"
)

// lists is a configuration whose values share memory if they are copied carelessly.
type lists struct {
	Nodes   int            `json:"nodes"`
	Peers   []int          `json:"peers"`
	Weights map[string]int `json:"weights"`
	Links   []link         `json:"links"`
}

type link struct {
	To    int `json:"to"`
	Delay int `json:"delay"`
}

func defaultLists() lists {
	return lists{2, []int{1, 2}, map[string]int{"a": 1}, []link{{1, 50}}}
}

// listening tells seen of each configuration that is opened.
func listening(seen func(lists)) scrutineer.Protocol[forgetful] {
	p := forgetting("nothing")
	p.Config = scrutineer.Configs[lists, forgetful]{
		Default: defaultLists(),
		Apply: func(c lists, p *scrutineer.Protocol[forgetful]) error {
			p.Nodes = c.Nodes
			seen(c)
			return nil
		},
		Shrink: []func(*lists){func(c *lists) { c.Peers[0], c.Weights["a"], c.Links[0].Delay = 0, 0, 0 }},
	}
	return p
}

// Reading or changing one configuration changes no other one, nor the default.
func TestConfigsShareNothing(t *testing.T) {
	var last lists
	h := listening(func(c lists) { last = c }).Registered().Campaigns()
	said := func(config string) string {
		if _, err := h.Open([]byte(config)); err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(last)
	}
	if got, want := said(`{"peers": [7, 6], "weights": {"b": 2}, "links": [{"to": 3}]}`),
		"{2 [7 6] map[b:2] [{3 0}]}"; got != want {
		t.Errorf("a configuration is read as %s, want %s", got, want)
	}
	said(`{"peers": [9], "links": [{"to": 4, "delay": 9}]}`)
	h.Shrink([]byte(`{}`))
	if got, want := said(`{}`), fmt.Sprint(defaultLists()); got != want {
		t.Errorf("the default has become %s, want %s", got, want)
	}
}

// What makes a configuration simpler may depend on it.
func TestConfigsShrinkOf(t *testing.T) {
	p := listening(func(lists) {})
	configs := p.Config.(scrutineer.Configs[lists, forgetful])
	configs.Shrink, configs.ShrinkOf = nil, func(c lists) []func(*lists) {
		var all []func(*lists)
		for i := range c.Peers {
			all = append(all, func(c *lists) { c.Peers = slices.Delete(c.Peers, i, i+1) })
		}
		return all
	}
	p.Config = configs
	simpler := p.Registered().Campaigns().Shrink
	if got := fmt.Sprintf("%s", simpler([]byte(`{"peers": [7, 8, 9]}`))); strings.Count(got, `"peers":[`) != 3 ||
		!strings.Contains(got, `"peers":[7,9]`) {
		t.Errorf("simpler than three peers are %s", got)
	}
	if got := simpler([]byte(`{"peers": 7}`)); got != nil {
		t.Errorf("simpler than what cannot be read are %s", got)
	}
	configs.Shrink = []func(*lists){func(*lists) {}}
	refusesToRegister(t, "Config: has ShrinkOf beside Shrink", func(p *scrutineer.Protocol[forgetful]) {
		p.Config = configs
	})
}

// Configurations are read at the same time, as by the cases of a test; the race detector looks on.
func TestConfigsAtTheSameTime(t *testing.T) {
	var mu sync.Mutex
	var seen []string
	h := listening(func(c lists) {
		mu.Lock()
		defer mu.Unlock()
		seen = append(seen, strconv.Itoa(c.Peers[0]))
	}).Registered().Campaigns()
	seen = nil
	var all sync.WaitGroup
	for n := range 64 {
		all.Go(func() {
			if _, err := h.Open(fmt.Appendf(nil, `{"peers": [%d, 0]}`, 100+n)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	slices.Sort(seen)
	if apart := len(slices.Compact(seen)); apart != 64 {
		t.Errorf("64 configurations were read as %d", apart)
	}
}

type hidden struct{ Nodes int }

// A configuration that no copy can have for itself is refused.
func TestConfigsThatCannotBeCopied(t *testing.T) {
	type sharing struct{ *hidden }
	p := forgetting("nothing")
	p.Config = scrutineer.Configs[sharing, forgetful]{
		Default: sharing{&hidden{2}}, Apply: func(sharing, *scrutineer.Protocol[forgetful]) error { return nil },
	}
	defer func() {
		if text, want := fmt.Sprint(recover()), "embeds *hidden"; !strings.Contains(text, want) {
			t.Errorf("it says %s, want %s", text, want)
		}
	}()
	p.Registered()
}
