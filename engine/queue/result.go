package queue

import (
	"bytes"
	"encoding/gob"
	"fmt"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
)

// result is what came of a span.
type result struct {
	Version int
	Blocks  []byte // one after another, packed; nil if there is none
	// Failed is the error that ended the span, "" if none did. Lost says that the runs are not to blame.
	Failed string
	Lost   bool
}

func (r result) encode() ([]byte, error) {
	r.Version = jobVersion
	var out bytes.Buffer
	err := gob.NewEncoder(&out).Encode(r)
	return out.Bytes(), err
}

// decode reads the blocks of a span.
func decode(data []byte) (r result, blocks []campaign.Block, err error) {
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&r); err != nil {
		return r, nil, fmt.Errorf("is no result: %w", err)
	}
	if r.Version != jobVersion {
		return r, nil, fmt.Errorf("is a result of version %d, want %d", r.Version, jobVersion)
	}
	if r.Blocks != nil {
		if blocks, err = campaign.Unpack(r.Blocks); err != nil {
			err = fmt.Errorf("is damaged: %w", err)
		}
	}
	return r, blocks, err
}
