package words

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// The reducers of the house: leader election by the latest source of truth, by popular vote and by
// ranked vote (section 3.1), and the members (section 2.4).
const (
	Latest  = "latest"
	Popular = "popular"
	Ranked  = "ranked"
	Members = "members"
)

// Elects tells whether the reducer of that name elects a leader: its value is a View.
func Elects(reducer string) bool { return slices.Contains([]string{Latest, Popular, Ranked}, reducer) }

// Config is one configuration of the engine and its reducers. Use Parse, or Check one that you
// built: the statements rely on what Check says.
type Config struct {
	// Nodes is the number of processes, 1 to MaxNodes.
	Nodes int `json:"nodes"`
	// Failures is the failure model: "stop" where absent, or "vanish", where a replica that crashed
	// may come up again and starts anew. Queues of who is down are gone.
	Failures spec.Failures `json:"failures"`
	// Reducers are those that run, in the order of the data in messages, each once; latest alone
	// where absent or empty.
	Reducers []string `json:"reducers,omitempty"`
	// Views are what the replicas hold at the beginning, one for each process, as an earlier session
	// left it; whose has no members is no replica yet, and joins by the input Start. Where absent
	// all boot together, and each begins a session: a cold start.
	Views []View `json:"views,omitempty"`
	// Leavers may leave. Whoever has left may start again until it is in life Rejoins, 0 to 1000, in
	// which it stays; coming up after a crash is another life, too. Where Rejoins is 0 who left stays away.
	Leavers spec.Set `json:"leavers,omitempty"`
	Rejoins int      `json:"rejoins,omitempty"`
	// Resyncers may be told to begin further sessions, Resyncs in each life, 0 to 1000.
	Resyncers spec.Set `json:"resyncers,omitempty"`
	Resyncs   int      `json:"resyncs,omitempty"`
	// Sessions is how many numbers of sessions there are, 2 to MaxSessions, which it is where absent;
	// the one after the last is 0. It must be more than Resyncs.
	Sessions int `json:"sessions,omitempty"`
	// Addresses are the processes' addresses, each once, each 0 to 1,000,000; their ids where absent.
	Addresses []int `json:"addresses,omitempty"`
	// AsText are the processes that compare addresses as text, as JavaScript's sort does (a13).
	AsText spec.Set `json:"asText,omitempty"`
	// Interpretations are those that are taken in place of the recommended ones, in ascending order.
	Interpretations spec.SetOf[Interpretation] `json:"interpretations,omitempty"`
	// Links are, for each process, the processes that it has links from, in ascending order (Kotov 2025, equation 5);
	// all where absent. Each has a link from itself.
	Links []spec.Set `json:"links,omitempty"`
	// StatusMS and ShareMS are the lengths of the windows, W_st and W_sh, in milliseconds of virtual
	// time; 1000 and 500 where absent, or 0. SyncMS is that between two resynchronisations, T_sync, longer
	// than both windows, for a session helps from rest alone; 0: there are none but those that Resyncs
	// allows. Explorations do not know how long anything takes.
	StatusMS int `json:"statusMs,omitempty"`
	ShareMS  int `json:"shareMs,omitempty"`
	SyncMS   int `json:"syncMs,omitempty"`
	// Injections are what a side channel hands to each replica in each life, in that order. No configuration of the
	// engine alone has any: the reducers of the house take none.
	Injections []Inject `json:"-"`
	// Outside are the processes that have no replica; those of a failover topology.
	Outside spec.Set `json:"-"`
}

// The largest numbers that are accepted.
const (
	MaxNodes    = 64
	MaxSessions = 1_000_000_000
	MaxRepeats  = 1000
	MaxAddress  = 1_000_000
	MaxMS       = input.MaxMS
)

const (
	defaultStatusMS = 1000
	defaultShareMS  = 500
)

// Parse reads a Config from JSON, fills in what is absent and checks it. Errors name the field and
// what would be right. custom are the names of reducers beside those of the house.
func Parse(data []byte, custom ...string) (Config, error) {
	var cfg Config
	if err := input.Decode(data, &cfg); err != nil {
		return Config{}, err
	}
	cfg = cfg.WithDefaults()
	return cfg, cfg.Check(custom...)
}

// WithDefaults returns the Config with what is absent filled in.
func (c Config) WithDefaults() Config {
	if len(c.Reducers) == 0 {
		c.Reducers = []string{Latest}
	}
	if c.Addresses == nil && c.Nodes >= 1 && c.Nodes <= MaxNodes {
		for i := range c.Nodes {
			c.Addresses = append(c.Addresses, i)
		}
	}
	c.Sessions = cmp.Or(c.Sessions, MaxSessions)
	c.StatusMS, c.ShareMS = cmp.Or(c.StatusMS, defaultStatusMS), cmp.Or(c.ShareMS, defaultShareMS)
	return c
}

// Check tells what is wrong with the Config, naming the field, or nothing.
func (c Config) Check(custom ...string) error {
	switch {
	case c.Nodes < 1 || c.Nodes > MaxNodes:
		return input.Errorf("nodes", "%d, it must be 1 to %d", c.Nodes, MaxNodes)
	case c.Failures == spec.MessagesWait:
		return input.Errorf("failures", "%q, it must be %q or %q", c.Failures, spec.CrashStop, spec.MessagesVanish)
	case c.Rejoins < 0 || c.Rejoins > MaxRepeats:
		return input.Errorf("rejoins", "%d, it must be 0 to %d", c.Rejoins, MaxRepeats)
	case c.Resyncs < 0 || c.Resyncs > MaxRepeats:
		return input.Errorf("resyncs", "%d, it must be 0 to %d", c.Resyncs, MaxRepeats)
	case c.Sessions < 2 || c.Sessions > MaxSessions || c.Sessions <= c.Resyncs:
		return input.Errorf("sessions", "%d, it must be 2 to %d, and more than resyncs", c.Sessions, MaxSessions)
	case c.StatusMS < 1 || c.StatusMS > MaxMS:
		return input.Errorf("statusMs", "%d, it must be 1 to %d", c.StatusMS, MaxMS)
	case c.ShareMS < 1 || c.ShareMS > MaxMS:
		return input.Errorf("shareMs", "%d, it must be 1 to %d", c.ShareMS, MaxMS)
	case c.SyncMS < 0 || c.SyncMS > MaxMS:
		return input.Errorf("syncMs", "%d, it must be 0 to %d", c.SyncMS, MaxMS)
	case c.SyncMS > 0 && c.SyncMS <= c.StatusMS+c.ShareMS:
		return input.Errorf("syncMs", "%d, it must be 0, or more than the windows, statusMs and shareMs, which are %d",
			c.SyncMS, c.StatusMS+c.ShareMS)
	}
	for _, check := range []error{
		c.checkReducers(custom), c.checkViews(), c.checkSets(), c.checkAddresses(), c.checkInterpretations(),
	} {
		if check != nil {
			return check
		}
	}
	return nil
}

func (c Config) checkReducers(custom []string) error {
	known := append([]string{Latest, Popular, Ranked, Members}, custom...)
	for i, name := range c.Reducers {
		if !slices.Contains(known, name) || slices.Contains(c.Reducers[:i], name) {
			return input.Errorf("reducers", "%q, each must be one of %q, and none twice", name, known)
		}
	}
	return nil
}

func (c Config) checkViews() error {
	if c.Views == nil {
		return nil
	}
	if len(c.Views) != c.Nodes {
		return input.Errorf("views", "%d of them, there must be one for each of the %d nodes", len(c.Views), c.Nodes)
	}
	all := spec.AllNodes(c.Nodes)
	for i, view := range c.Views {
		field := fmt.Sprintf("views[%d]", i)
		switch members := spec.Set(view.Members); {
		case len(members) == 0:
			if view.Leader != spec.None && view.Leader != 0 {
				return input.Errorf(field, "it has leader %s and no members, it must have both or neither", view.Leader)
			}
		case !members.IsAmong(all) || !members.Has(spec.NodeID(i)):
			return input.Errorf(field, "its members are %s, they must be some of 0 to %d, ascending, %d among them",
				members, c.Nodes-1, i)
		case !members.Has(view.Leader):
			return input.Errorf(field, "its leader is %s, it must be one of its members %s", view.Leader, members)
		}
	}
	return nil
}

func (c Config) checkSets() error {
	if len(c.Links) != 0 && len(c.Links) != c.Nodes {
		return input.Errorf("links", "%d of them, there must be one for each of the %d nodes", len(c.Links), c.Nodes)
	}
	type field struct {
		name string
		set  spec.Set
	}
	fields := []field{{"leavers", c.Leavers}, {"resyncers", c.Resyncers}, {"asText", c.AsText}}
	for i, from := range c.Links {
		fields = append(fields, field{fmt.Sprintf("links[%d]", i), from})
	}
	for _, field := range fields {
		if !field.set.IsAmong(spec.AllNodes(c.Nodes)) {
			return input.Errorf(field.name, "%s, it must hold some of 0 to %d, ascending", field.set, c.Nodes-1)
		}
	}
	return nil
}

func (c Config) checkAddresses() error {
	if len(c.Addresses) != c.Nodes {
		return input.Errorf("addresses", "%d of them, there must be one for each of the %d nodes",
			len(c.Addresses), c.Nodes)
	}
	for i, address := range c.Addresses {
		if address < 0 || address > MaxAddress || slices.Contains(c.Addresses[:i], address) {
			return input.Errorf("addresses", "%d, each must be 0 to %d, and none may stand there twice",
				address, MaxAddress)
		}
	}
	return nil
}

func (c Config) checkInterpretations() error {
	return input.Readings(c.Interpretations, Interpretations(), excluding())
}

// Interprets tells whether the paper is read in that way.
func (c Config) Interprets(i Interpretation) bool { return c.Interpretations.Has(i) }

// MayLeave tells whether a replica may leave in that life: if it may start again, or never may.
func (c Config) MayLeave(at spec.NodeID, life int) bool {
	return c.Leavers.Has(at) && (c.Rejoins == 0 || life < c.Rejoins)
}

// Cold tells that all boot together, and each begins a session.
func (c Config) Cold() bool { return c.Views == nil }

// Settled is the view with which a process begins, without members where it begins with none.
func (c Config) Settled(at spec.NodeID) View {
	if c.Cold() || len(c.Views[at].Members) == 0 {
		return View{Leader: spec.None}
	}
	order := c.Order(at)
	view := View{Leader: c.Views[at].Leader}
	for _, id := range order {
		if slices.Contains(c.Views[at].Members, id) {
			view.Members = append(view.Members, id)
		}
	}
	return view
}

// Linked reports whether a process has a link from another, or is the same.
func (c Config) Linked(from, to spec.NodeID) bool {
	return from == to || len(c.Links) == 0 || c.Links[to].Has(from)
}

// LinkedTo returns the processes that a process has links from, and itself.
func (c Config) LinkedTo(to spec.NodeID) (from spec.Set) {
	for _, id := range spec.AllNodes(c.Nodes) {
		if c.Linked(id, to) {
			from = append(from, id)
		}
	}
	return from
}

// Replicas are the processes that are, or may become, replicas.
func (c Config) Replicas() spec.Set { return spec.AllNodes(c.Nodes).Minus(c.Outside) }

// Boots tells whether processes have a first event: in a cold start, and where a clock is to be wound.
func (c Config) Boots() bool { return c.Cold() || c.SyncMS > 0 }

// Clocks are the names of the timers that are clocks.
func (c Config) Clocks() spec.SetOf[string] { return spec.NewSet(TimerSync.Name()) }

// Order lists the processes in ascending order of their addresses, as a process compares them.
func (c Config) Order(at spec.NodeID) []spec.NodeID {
	order := slices.Clone([]spec.NodeID(spec.AllNodes(c.Nodes)))
	slices.SortFunc(order, func(a, b spec.NodeID) int {
		x, y := c.Addresses[a], c.Addresses[b]
		if c.AsText.Has(at) {
			return cmp.Compare(strconv.Itoa(x), strconv.Itoa(y))
		}
		return cmp.Compare(x, y)
	})
	return order
}

// StatusTime is W_st.
func (c Config) StatusTime() time.Duration { return spec.Milliseconds(c.StatusMS) }

// ShareTime is W_sh.
func (c Config) ShareTime() time.Duration { return spec.Milliseconds(c.ShareMS) }

// SyncTime is T_sync.
func (c Config) SyncTime() time.Duration { return spec.Milliseconds(c.SyncMS) }
