package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"github.com/scrutineer-go/scrutineer/claims"
	"github.com/scrutineer-go/scrutineer/internal/output"
	"github.com/scrutineer-go/scrutineer/verify"
)

// listClaims says what has become of every claim, as far as that can be said without
// running cases, and writes it to a file where one is named.
func listClaims(_ context.Context, args []string, out, errs io.Writer) error {
	var file, dir string
	err := parse("claims", args, errs, func(set *flag.FlagSet) {
		set.StringVar(&file, "write", "", "write the claims as Markdown to this `file`, if all is as it must be")
		set.StringVar(&dir, "tla", "", tlaUsage)
	})
	if errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	from, err := modules(dir)
	if err != nil {
		return err
	}
	return sayClaims(protocols(), from, file, out)
}

// sayClaims prints the tables of the protocols' claims, and writes them to a file unless
// it is "".
func sayClaims(all []verify.Protocol, modules fs.FS, file string, out io.Writer) error {
	if !slices.ContainsFunc(all, hasClaims) {
		if file != "" {
			return usageError("-write", "no protocol has claims, there is nothing to write")
		}
		fmt.Fprintln(out, "no protocol has claims")
		return nil
	}
	if file != "" {
		var err error
		if file, err = claimsList.Reserve(file); err != nil {
			return err
		}
	}
	decided, err := decide(all, modules, asPinned)
	if err == nil {
		err = writeClaims(decided, out)
	}
	if err != nil || file == "" {
		return err
	}
	return output.Write(file, claims.Markdown(decided))
}

func hasClaims(p verify.Protocol) bool { return len(p.Claims) > 0 }

// asPinned are the results of protocols of which nothing has run.
func asPinned(_ verify.Protocol, pinned claims.Results) claims.Results { return pinned }

// decide decides the claims of every protocol that has some. results are told what is
// pinned of the protocol and return what is to decide.
func decide(all []verify.Protocol, modules fs.FS,
	results func(p verify.Protocol, pinned claims.Results) claims.Results,
) ([]claims.Table, error) {
	var tables []claims.Table
	for _, p := range all {
		if !hasClaims(p) {
			continue
		}
		pinned, err := verify.Pinned(p, modules)
		if err != nil {
			return nil, err
		}
		r := results(p, pinned)
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

// concludeClaims decides the claims by what verify has run, prints the tables, and puts
// them into the report unless file is "".
func concludeClaims(all []verify.Protocol, modules fs.FS, file string, ran verify.Ran,
	runs map[string]protocolRuns, out io.Writer,
) error {
	decided, err := decide(all, modules, func(p verify.Protocol, pinned claims.Results) claims.Results {
		ran.Corpus, ran.Campaign = runs[p.Name].entries, runs[p.Name].drawn
		return ran.Over(pinned, p)
	})
	if err != nil || len(decided) == 0 {
		return err
	}
	err = writeClaims(decided, out)
	if file != "" {
		if failed := writeReport(file, ran.Rows, ran.Beyond, decided); failed != nil {
			fmt.Fprintln(out, "the claims are not in the report:", failed)
			err = errFailed
		}
	}
	return err
}
