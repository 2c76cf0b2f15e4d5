package paxos

import (
	"testing"

	"github.com/scrutineer-go/scrutineer"
)

func TestPaxos(t *testing.T) { scrutineer.Check(t, Protocol()) }
