package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/compare"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// protocols lists every protocol that this program knows. Main sets it, once, before any
// command.
var protocols func() []verify.Protocol

// firstProtocol names the protocol that commands take where -p is not given.
func firstProtocol() string { return protocols()[0].Name }

// protocolOf finds the protocol of that name. where and field name where the name
// stands.
func protocolOf(name, where, field string) (verify.Protocol, error) {
	var names []string
	for _, p := range protocols() {
		if p.Name == name {
			return p, nil
		}
		names = append(names, p.Name)
	}
	return verify.Protocol{}, &input.Error{File: where, Field: field, Want: fmt.Sprintf(
		"%q, it must be one of %s", name, strings.Join(names, ", "))}
}

func isProtocol(name string) bool {
	return slices.ContainsFunc(protocols(), func(p verify.Protocol) bool { return p.Name == name })
}

// worldsOf is the protocol as it runs in simulated worlds, in which one with models alone does not.
// where and field name where it is named.
func worldsOf(p verify.Protocol, where, field string) (campaign.Harness, error) {
	runs := p.Campaigns()
	if runs.Open == nil {
		return runs, &input.Error{File: where, Field: field, Want: fmt.Sprintf(
			"%s does not run in simulated worlds; %s explore looks at its models", p.Name, called())}
	}
	return runs, nil
}

// experimentsOf are those of a protocol, and those in which it is measured among all.
func experimentsOf(p verify.Protocol) []reproduce.Experiment {
	if p.Among == nil {
		return p.Experiments
	}
	return append(slices.Clone(p.Experiments), p.Among(verify.Contenders(protocols()))...)
}

// checkProtocols refuses a list in which a name does not stand for one protocol.
func checkProtocols(list []verify.Protocol) error {
	bad := func(format string, args ...any) error {
		return &input.Error{File: "protocols", Field: "Main", Want: fmt.Sprintf(format, args...)}
	}
	if len(list) == 0 {
		return bad("no protocol, it must register one at least")
	}
	names := spec.NewSet[string]()
	for _, p := range list {
		if p.Name == "" || names.Has(p.Name) {
			return bad("the name %q, every protocol must be registered once under a name of its own", p.Name)
		}
		names = names.With(p.Name)
		if err := reproduce.Check(experimentsOf(p)); err != nil {
			return bad("%s: %v", p.Name, err)
		}
	}
	if err := compare.Check(verify.Contenders(list)); err != nil {
		return bad("%v", err)
	}
	return nil
}
