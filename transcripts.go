package scrutineer

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/campaign/transcript"
)

// transcribed returns an error if the transcript beside a plan differs from the run. With -scrutineer.transcripts it
// writes the transcript first. A plan need not have one.
func transcribed(h campaign.Harness, file string, plan faults.Plan, all []campaign.Replayed) error {
	beside := transcript.File(file)
	if _, err := os.Stat(beside); errors.Is(err, fs.ErrNotExist) && !*flagTranscripts {
		return nil
	}
	if err := transcript.Check(h, beside, plan, all, *flagTranscripts); err != nil {
		return fmt.Errorf("%w; -scrutineer.transcripts writes the transcripts anew", err)
	}
	return nil
}
