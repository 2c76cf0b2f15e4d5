package rsdp

import "github.com/scrutineer-go/scrutineer/spec/rsdp/words"

// House returns the reducer of the house with that name, nil if there is none.
func House(name string, cfg words.Config) Reducer {
	switch name {
	case words.Latest:
		return newElection(name, cfg, (*election).latest)
	case words.Popular:
		return newElection(name, cfg, (*election).popular)
	case words.Ranked:
		return newElection(name, cfg, (*election).ranked)
	case words.Members:
		return members{union: cfg.Interprets(words.Union)}
	}
	return nil
}
