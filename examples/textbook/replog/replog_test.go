package replog

import (
	"testing"

	"github.com/scrutineer-go/scrutineer"
)

func TestReplog(t *testing.T) { scrutineer.Check(t, Protocol()) }
