package paper

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/reproduce"
)

func show(t *testing.T, table reproduce.Table) {
	if err := table.Check(); err != nil {
		t.Error(err)
	}
	t.Log("\n" + reproduce.Measured{Version: 1, Protocol: "rsdp", ID: "x", Title: "x", Where: "x", Table: table}.Text())
}
