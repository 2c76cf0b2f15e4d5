package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/internal/output"
	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// listClaims says what has become of every claim, as far as that can be said without
// running cases, and writes it to a file where one is named.
func listClaims(ctx context.Context, args []string, out, errs io.Writer) error {
	var file, dir string
	var r reports
	err := parse("claims", args, errs, func(set *flag.FlagSet) {
		set.StringVar(&file, "write", "", "write the claims as Markdown to this `file`, if all is as it must be")
		set.StringVar(&dir, "tla", "", tlaUsage)
		r.define(set, jsonOf("claims"), "the claims")
	})
	if errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	all, err := protocolsIn(dir)
	if err != nil {
		return err
	}
	return sayClaims(ctx, all, file, r, out)
}

// claimsList is the kind of file that claims writes for people.
var claimsList = output.File{Flag: "-write", Kind: "list of claims", Ours: claims.IsMarkdown}

// claimsReport is what claims writes for other programs.
type claimsReport struct {
	header
	Papers []claims.Table `json:"papers"`
}

// sayClaims prints the tables of the protocols' claims, and writes them to the files that are
// named.
func sayClaims(ctx context.Context, all []verify.Protocol, file string, r reports, out io.Writer) error {
	if !slices.ContainsFunc(all, hasClaims) && file != "" {
		return usageError("-write", "no protocol has claims, there is nothing to write")
	}
	if err := r.reserve(); err != nil {
		return err
	}
	if !slices.ContainsFunc(all, hasClaims) {
		fmt.Fprintln(out, "no protocol has claims")
		return r.writeJSON(claimsReport{headerOf("claims"), []claims.Table{}})
	}
	if file != "" {
		var err error
		if file, err = claimsList.Reserve(file); err != nil {
			return err
		}
	}
	var decided []claims.Table
	var err error
	if !before(ctx, func() { decided, err = decide(all, verify.Pinned) }) {
		return &notRunError{"interrupted: no claim was decided, and nothing is written"}
	}
	if err != nil {
		return err
	}
	err = errors.Join(writeClaims(decided, out), r.writeJSON(claimsReport{headerOf("claims"), decided}))
	if err != nil || file == "" {
		return err
	}
	if err := output.Write(file, claims.Markdown(decided)); err != nil {
		return unwritten(file, err)
	}
	return nil
}

func hasClaims(p verify.Protocol) bool { return len(p.Claims) > 0 }

// decide decides the claims of each protocol from the results of that protocol.
func decide(all []verify.Protocol, results func(verify.Protocol) (claims.Results, error)) ([]claims.Table, error) {
	var tables []claims.Table
	for _, p := range all {
		if !hasClaims(p) {
			continue
		}
		r, err := results(p)
		if err != nil {
			return nil, err
		}
		for _, paper := range p.Claims {
			tables = append(tables, paper.Decide(p.Name, r))
		}
	}
	return tables, nil
}

// writeClaims prints the tables and fails if a claim is red.
func writeClaims(tables []claims.Table, out io.Writer) error {
	red := 0
	for _, t := range tables {
		if err := t.WriteText(out); err != nil {
			return err
		}
		red += len(t.Red())
	}
	if red > 0 {
		fmt.Fprintf(out, "claims that are red: %d\n", red)
		return errFailed
	}
	return nil
}

// concludeClaims decides the claims from what verify has run of a plan. It prints the tables and returns them.
func concludeClaims(all []verify.Protocol, plan verify.Plan, ran verify.Ran, runs []protocolRuns, out io.Writer,
) ([]claims.Table, error) {
	decided, err := decide(all, func(p verify.Protocol) (claims.Results, error) {
		ran := ran
		for _, r := range runs {
			if r.protocol == p.Name {
				ran.Corpus, ran.Campaign = r.entries, r.drawn
			}
		}
		return plan.Evidence(ran, p), nil
	})
	if err != nil || len(decided) == 0 {
		return nil, err
	}
	return decided, writeClaims(decided, out)
}

// claimResults are what became of the claims of a paper, one by one.
func claimResults(t claims.Table) []verify.Outcome {
	var all []verify.Outcome
	for _, d := range t.Decisions {
		r := verify.Outcome{Protocol: t.Protocol, Name: "claim/" + d.ID}
		if d.Problem != "" {
			r.Failures = []verify.Complaint{{Why: d.Problem}}
		}
		all = append(all, r)
	}
	return all
}
