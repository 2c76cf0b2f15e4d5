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

// transcribed returns an error if the transcript beside a plan is not what happens. It writes the transcript first, if
// the flag says so. A plan without a transcript is in order.
func transcribed(h campaign.Harness, file string, plan faults.Plan, all []campaign.Replayed) error {
	beside := transcript.File(file)
	if _, err := os.Stat(beside); errors.Is(err, fs.ErrNotExist) && !*flagTranscripts {
		return nil
	}
	text, err := transcript.Of(h, plan, all)
	if err == nil && *flagTranscripts {
		err = transcript.Write(beside, text)
	}
	if err == nil {
		err = transcript.Compare(beside, text)
	}
	if err != nil {
		err = fmt.Errorf("%w; -scrutineer.transcripts writes the transcripts anew", err)
	}
	return err
}
