package command_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/command"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/properties/protocoltest/relay"
)

// One line brings the smallest protocol into every command.
func TestOneLineBringsARelay(t *testing.T) {
	t.Setenv("TLC_REQUIRED", "")
	list := []verify.Protocol{
		relay.Protocol().Registered(), // the line
	}
	before := command.Replace(func() []verify.Protocol { return list })
	t.Cleanup(func() { command.Replace(before) })
	dir := t.TempDir()
	for _, c := range []call{
		{"cases", exitOK, []string{"relay/relay-faults", "relay/relay-five"}},
		{"verify -no-tlc", exitOK, []string{
			"relay/relay-faults", "spec = impl, InOrder holds", "relay/relay-finishes",
			"NeverFinishes fails as it must", "relay/relay-arrives", "relay/relay-five", "relay/corpus/baton-lost",
			"relay/campaign",
		}},
		{"campaign -n 1000 -out DIR/c", exitOK, []string{"1000 run", "0 failed"}},
		{"explore -case relay-finishes -property NeverFinishes -out DIR/e", exitOK, []string{"path of 4 states"}},
		{"replay DIR/e/NeverFinishes/plan.json", exitOK, []string{"every property holds"}},
		{"replay ../../properties/protocoltest/relay/testdata/corpus/baton-lost.json", exitOK, []string{"as expected"}},
	} {
		for i := range c.says {
			c.says[i] = strings.ReplaceAll(c.says[i], "DIR", filepath.ToSlash(dir))
		}
		c.check(t, dir)
	}
}
