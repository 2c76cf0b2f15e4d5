package words

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// MaxWorkers is the largest number of workers, MaxAddress the largest id by which they are sorted.
const (
	MaxWorkers = 512
	MaxAddress = 1_000_000
)

// Config is one configuration. All times are in milliseconds. Without Safe, Agreed and Silence it is the paper as
// printed, in windows that are open at their beginning.
type Config struct {
	// Workers is the number of workers, 1 to 512. The provider is the process after them, and the store, if there is
	// one, the process after the provider.
	Workers int `json:"workers"`
	// Failures is the failure model of workers: "stop" where absent, or "vanish".
	Failures spec.Failures `json:"failures,omitempty"`
	// Window is T, the length of the sliding window, 1 to 3,600,000.
	Window int `json:"window"`
	// Divisions are what the processes hear, one after the other. The first is in force at the beginning.
	Divisions []Division `json:"divisions"`

	// Closed reports whether a window includes the instant at its beginning, as (2) has it (b1).
	Closed bool `json:"closed,omitempty"`
	// Printed reports whether the provider accepts a request under (4) as printed: if fewer than RT came before it
	// (b3). Else it accepts a request if it is at most the RT-th.
	Printed bool `json:"printed,omitempty"`
	// Attempts reports whether refused requests count as well (b4).
	Attempts bool `json:"attempts,omitempty"`
	// Bans reports whether the provider refuses all requests of a key after it has refused one.
	Bans bool `json:"bans,omitempty"`

	// Safe reports whether slots are T/floor(RT) apart and not 1/R. Then Jitter, 0 to 3,600,000, is how late after the
	// beginning of its slot a request may arrive: slots are (T+Jitter)/floor(RT) apart, rounded up, and a worker that
	// is later leaves its slot unused.
	Safe   bool `json:"safe,omitempty"`
	Jitter int  `json:"jitter,omitempty"`
	// Period is a static period ΔT, 1 to 86,400,000; 0 for that of (8).
	Period int `json:"period,omitempty"`
	// Keys are the keys of the workers, by which the provider counts; all have the key 0 where absent. Workers with
	// one key are a group of (9).
	Keys []int `json:"keys,omitempty"`
	// Whole reports whether a group has the period of all workers, as (9) is printed (b8).
	Whole bool `json:"whole,omitempty"`
	// Addresses are the ids by which workers are sorted, each once, 0 to 1,000,000; the workers' numbers where absent.
	Addresses []int `json:"addresses,omitempty"`
	// AsText are the workers that sort ids as text, in which "10" is before "2" (b6).
	AsText spec.Set `json:"asText,omitempty"`
	// OwnOrigin reports whether each worker counts slots from its own start, and not from a common epoch (b7).
	OwnOrigin bool `json:"ownOrigin,omitempty"`
	// Agreed reports whether a division is adopted at the instant that it names.
	Agreed bool `json:"agreed,omitempty"`
	// Silence is for how long a worker makes no request after it hears of a division that is not the first, 0 to
	// 86,400,000. A worker that starts later is silent as if it had heard of it in time.
	Silence int `json:"silence,omitempty"`

	// Store is "plain" or, if the records of intervals are unique, "unique". There is none where absent.
	Store string `json:"store,omitempty"`
	// Collect is the length of a collection interval, 1 to 86,400,000; Window where absent.
	Collect int `json:"collect,omitempty"`

	// Adopts reports whether workers are told their timeframes, by the input Adopt, and not their divisions. Then they
	// begin without slots, and Divisions has one element, whose Slot is the provider's.
	Adopts bool `json:"-"`

	// Time is the discrete time of explorations, nil for none. Runs ignore it.
	Time *spec.ConfiguredTime `json:"time,omitempty"`
}

// Division is what the reducers tell workers: which workers poll, and how often.
type Division struct {
	// Members are the workers that poll; all where absent. Views, if set, has the members that each worker knows of.
	Members spec.Set   `json:"members,omitempty"`
	Views   []spec.Set `json:"views,omitempty"`
	// Slot is 1/R, 1 to 3,600,000 and at most Window.
	Slot int `json:"slot"`
	// At is when each worker hears of the division, by its own clock, and last when the provider does. It hears of it
	// after the division before, and after that is adopted. The first division has none.
	At []int `json:"at,omitempty"`
	// Adopt is the reading from which on the slots of the division hold, if Agreed; no earlier than any At.
	Adopt int `json:"adopt,omitempty"`
}

// The stores.
const (
	StorePlain  = "plain"
	StoreUnique = "unique"
)

const (
	mostMS  = 3_600_000
	mostDay = 86_400_000
)

// Provider is the process that the workers poll, and StoreID the one that keeps what they get.
func (c Config) Provider() spec.NodeID { return spec.NodeID(c.Workers) }

// StoreID is the store.
func (c Config) StoreID() spec.NodeID { return spec.NodeID(c.Workers + 1) }

// Stores reports whether there is a store.
func (c Config) Stores() bool { return c.Store != "" }

// Nodes is the number of processes.
func (c Config) Nodes() int {
	if c.Stores() {
		return c.Workers + 2
	}
	return c.Workers + 1
}

// IsWorker reports whether a process is a worker.
func (c Config) IsWorker(id spec.NodeID) bool { return int(id) < c.Workers }

// Key is the key of a worker.
func (c Config) Key(id spec.NodeID) int {
	if len(c.Keys) == 0 {
		return 0
	}
	return c.Keys[id]
}

// View returns the workers that, in the view of one, poll in a division.
func (c Config) View(worker spec.NodeID, division int) spec.Set {
	d := c.Divisions[division]
	switch {
	case len(d.Views) > 0:
		return d.Views[worker]
	case len(d.Members) > 0:
		return d.Members
	}
	return spec.AllNodes(c.Workers)
}

// Compare compares two ids as a worker sorts them.
func (c Config) Compare(worker, a, b spec.NodeID) int {
	first, second := c.address(a), c.address(b)
	if c.AsText.Has(worker) {
		return cmp.Compare(strconv.Itoa(first), strconv.Itoa(second))
	}
	return cmp.Compare(first, second)
}

func (c Config) address(worker spec.NodeID) int {
	if len(c.Addresses) == 0 {
		return int(worker)
	}
	return c.Addresses[worker]
}

// Parse reads a Config from JSON and checks it. Errors name the field.
func Parse(data []byte) (Config, error) {
	var cfg Config
	if err := input.Decode(data, &cfg); err != nil {
		return Config{}, err
	}
	cfg.Collect = cmp.Or(cfg.Collect, cfg.Window)
	return cfg, cfg.Check()
}

// Check says what is wrong with the Config, naming the field, or nothing.
func (c Config) Check() error {
	if err := cmp.Or(
		input.Between("workers", c.Workers, 1, MaxWorkers), input.Between("window", c.Window, 1, mostMS),
		input.Between("jitter", c.Jitter, 0, mostMS), input.Between("period", c.Period, 0, mostDay),
		input.Between("silence", c.Silence, 0, mostDay), input.Between("collect", c.Collect, 1, mostDay),
	); err != nil {
		return err
	}
	switch {
	case c.Failures == spec.MessagesWait:
		return input.Errorf("failures", "%q, it must be %q or %q", c.Failures, spec.CrashStop, spec.MessagesVanish)
	case c.Jitter > 0 && !c.Safe:
		return input.Errorf("jitter", "is set without safe, set both")
	case len(c.Keys) != 0 && len(c.Keys) != c.Workers:
		return input.Errorf("keys", "has %d, it must have %d, one for each worker", len(c.Keys), c.Workers)
	case len(c.Addresses) != 0 && len(c.Addresses) != c.Workers:
		return input.Errorf("addresses", "has %d, it must have %d, one for each worker", len(c.Addresses), c.Workers)
	case !c.AsText.IsAmong(spec.AllNodes(c.Workers)):
		return input.Errorf("asText", "%s, it must hold some of 0 to %d, ascending", c.AsText, c.Workers-1)
	case !slices.Contains([]string{"", StorePlain, StoreUnique}, c.Store):
		return input.Errorf("store", "%q, it must be %q or %q, or left out", c.Store, StorePlain, StoreUnique)
	case len(c.Divisions) == 0:
		return input.Errorf("divisions", "has none, it must have one or more")
	}
	for i, address := range c.Addresses {
		if address < 0 || address > MaxAddress || slices.Contains(c.Addresses[:i], address) {
			return input.Errorf("addresses", "%d, each must be 0 to %d, and none twice", address, MaxAddress)
		}
	}
	for i := range c.Divisions {
		if err := c.checkDivision(i); err != nil {
			return err
		}
	}
	return input.In("", "time", c.Time.Check())
}

func (c Config) checkDivision(i int) error {
	d, all := c.Divisions[i], spec.AllNodes(c.Workers)
	field := func(name string) string { return "divisions[" + strconv.Itoa(i) + "]." + name }
	for k, view := range append(slices.Clone(d.Views), d.Members) {
		if name := "members"; !view.IsAmong(all) {
			if k < len(d.Views) {
				name = "views[" + strconv.Itoa(k) + "]"
			}
			return input.Errorf(field(name), "%s, it must hold some of 0 to %d, ascending", view, c.Workers-1)
		}
	}
	times, before := c.Workers+1, Division{}
	if i == 0 {
		times = 0
	} else {
		before = c.Divisions[i-1]
	}
	switch {
	case len(d.Views) > 0 && (len(d.Views) != c.Workers || len(d.Members) > 0):
		return input.Errorf(field("views"), "has %d, it must have %d, one for each worker, and members none",
			len(d.Views), c.Workers)
	case d.Slot < 1 || d.Slot > c.Window:
		return input.Errorf(field("slot"), "%d, it must be 1 to %d, which is the window", d.Slot, c.Window)
	case len(d.At) != times:
		return input.Errorf(field("at"), "has %d, it must have %d", len(d.At), times)
	}
	for k, at := range d.At {
		least := max(1, before.Adopt+1)
		if i > 1 {
			least = max(least, before.At[k]+1)
		}
		if at < least || at > mostDay {
			return input.Errorf(field("at"), "%d, it must be %d to %d", at, least, mostDay)
		}
	}
	if least := latest(d.At); c.Agreed && i > 0 && (d.Adopt < least || d.Adopt > mostDay) ||
		(!c.Agreed || i == 0) && d.Adopt != 0 {
		return input.Errorf(field("adopt"), "%d, it must be %d to %d if agreed, and else, and in the first, 0",
			d.Adopt, least, mostDay)
	}
	return nil
}

func latest(list []int) int {
	if len(list) == 0 {
		return 0
	}
	return slices.Max(list)
}
