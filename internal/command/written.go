package command

import (
	"errors"
	"fmt"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
)

// notWritten says that a file or a folder could not be written when there was something to write,
// as where the disk is full. Nobody's input is to blame, and what was there before is as it was.
func notWritten(name string, err error, then string) error {
	var bad *input.Error
	if errors.As(err, &bad) { // somebody has put something there meanwhile
		return err
	}
	reason := phrase.FirstLine(input.Reason(err))
	return &notRunError{fmt.Sprintf("%s: cannot be written (%s)%s", name, reason, then)}
}
