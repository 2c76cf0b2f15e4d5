package fencedlease

import (
	"testing"

	"github.com/scrutineer-go/scrutineer"
)

func TestLease(t *testing.T) { scrutineer.Check(t, Protocol()) }

func TestCases(t *testing.T) { scrutineer.Verify(t, Protocol()) }
