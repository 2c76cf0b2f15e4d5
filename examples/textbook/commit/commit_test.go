package commit

import (
	"testing"

	"github.com/scrutineer-go/scrutineer"
)

func TestCommit(t *testing.T) { scrutineer.Check(t, Protocol()) }
