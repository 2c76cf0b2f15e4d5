package campaign

import (
	"bytes"
	"compress/gzip"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/gauge"
)

// packedVersion is the version of the encoding of blocks.
const packedVersion = 2

// packed is blocks as they are encoded.
type packed struct {
	Version int
	Actions []string // that processes handled in any of the runs
	Blocks  []packedBlock
}

type packedBlock struct {
	First  int
	Runs   []packedRun
	Ranges []gauge.Range
	Small  map[int]packedPlan
}

type packedRun struct {
	Outcome Outcome
	Traced  bool // its edges were counted; gob decodes an empty list as nil
	// Handled has a byte for each of the actions: whether a process handled it, and whether that did something.
	Handled []byte
}

// The bytes of Handled.
const (
	unhandled = iota
	handledOnly
	handledDid
)

// packedPlan is a small plan, in JSON as in a file.
type packedPlan struct {
	Plan     []byte
	Elements int
	Tries    int
	Whole    bool
}

// Pack returns blocks as bytes.
func Pack(blocks []Block) ([]byte, error) {
	p := packed{Version: packedVersion, Actions: actionsOf(blocks)}
	for _, b := range blocks {
		packing := packedBlock{First: b.First, Ranges: b.ranges, Small: map[int]packedPlan{}}
		for _, d := range b.runs {
			packing.Runs = append(packing.Runs, packedRun{
				d.outcome, d.outcome.Edges != nil, handledAmong(p.Actions, d.covered.handled),
			})
		}
		for i, small := range b.small {
			plan, err := json.Marshal(small.Plan)
			if err != nil {
				return nil, err
			}
			packing.Small[i] = packedPlan{plan, small.Elements, small.Tries, small.Whole}
		}
		p.Blocks = append(p.Blocks, packing)
	}
	var out bytes.Buffer
	zip, err := gzip.NewWriterLevel(&out, gzip.BestSpeed)
	if err == nil {
		err = errors.Join(gob.NewEncoder(zip).Encode(p), zip.Close())
	}
	return out.Bytes(), err
}

// actionsOf returns the actions that processes handled in any of the runs, sorted.
func actionsOf(blocks []Block) []string {
	all := map[string]bool{}
	for _, b := range blocks {
		for _, d := range b.runs {
			maps.Copy(all, d.covered.handled)
		}
	}
	return slices.Sorted(maps.Keys(all))
}

func handledAmong(actions []string, handled map[string]bool) []byte {
	all := make([]byte, len(actions))
	for i, name := range actions {
		if did, is := handled[name]; is && did {
			all[i] = handledDid
		} else if is {
			all[i] = handledOnly
		}
	}
	return all
}

// mostPacked is how many bytes blocks have at most before they are compressed.
const mostPacked = 1 << 30

// Unpack reads blocks that a program of the same version has packed.
func Unpack(data []byte) (blocks []Block, err error) {
	zip, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("not packed blocks: %w", err)
	}
	var p packed
	if err := gob.NewDecoder(io.LimitReader(zip, mostPacked)).Decode(&p); err != nil {
		return nil, fmt.Errorf("not packed blocks: %w", err)
	}
	if _, err := io.Copy(io.Discard, zip); err != nil { // the checksum
		return nil, fmt.Errorf("not packed blocks: %w", err)
	}
	if p.Version != packedVersion {
		return nil, fmt.Errorf("packed by version %d, want %d", p.Version, packedVersion)
	}
	for _, packing := range p.Blocks {
		b, err := packing.unpack(p.Actions)
		if err != nil {
			return nil, err
		}
		blocks = append(blocks, b)
	}
	return blocks, nil
}

func (p packedBlock) unpack(actions []string) (Block, error) {
	b := Block{First: p.First, ranges: p.Ranges, small: map[int]*Minimal{}}
	if b.ranges == nil {
		b.ranges = []gauge.Range{}
	}
	for _, r := range p.Runs {
		if r.Traced && r.Outcome.Edges == nil {
			r.Outcome.Edges = []int32{}
		}
		handled := map[string]bool{}
		for i, how := range r.Handled[:min(len(r.Handled), len(actions))] {
			if how != unhandled {
				handled[actions[i]] = how == handledDid
			}
		}
		b.runs = append(b.runs, ran{outcome: r.Outcome, covered: covering{handled: handled}})
	}
	for i, small := range p.Small {
		plan, err := parsePlan("", small.Plan, nil)
		if err != nil {
			return b, fmt.Errorf("small plan of run %d: %w", p.First+i, err)
		}
		if i < 0 || i >= len(b.runs) {
			return b, fmt.Errorf("small plan of run %d, which is not among the runs", p.First+i)
		}
		b.small[i] = &Minimal{plan, small.Elements, small.Tries, small.Whole}
	}
	return b, nil
}
