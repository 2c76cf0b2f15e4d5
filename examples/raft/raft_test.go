package raft

import (
	"testing"

	"github.com/scrutineer-go/scrutineer"
)

func TestRaft(t *testing.T) {
	scrutineer.Check(t, Protocol(false))
}
