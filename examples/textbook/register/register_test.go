package register

import (
	"testing"

	"github.com/scrutineer-go/scrutineer"
)

func TestRegister(t *testing.T) { scrutineer.Check(t, Protocol()) }
