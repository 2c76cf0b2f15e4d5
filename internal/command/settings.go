package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/input"
)

// settings collects -set flags: fields of the configuration that are not drawn.
type settings map[string]json.RawMessage

// String is for the flag package.
func (s settings) String() string { return "" }

// Set reads "field=value"; the value is JSON, or else a text.
func (s settings) Set(text string) error {
	name, value, ok := strings.Cut(text, "=")
	if !ok || name == "" {
		return errors.New("it must be of the form field=value")
	}
	if _, twice := s[name]; twice {
		return fmt.Errorf("%s is set twice, keep one", name)
	}
	if !json.Valid([]byte(value)) {
		quoted, err := json.Marshal(value)
		if err != nil {
			return err
		}
		value = string(quoted)
	}
	s[name] = json.RawMessage(value)
	return nil
}

// looked is how many drawn configurations are looked at before a campaign begins, if that
// takes no longer than looking may: those of thousands of processes are long. A run says later
// what is wrong with one that was not looked at.
const (
	looked  = 50
	looking = 500 * time.Millisecond
)

// check tells which value cannot be, and whether configurations that are drawn with
// the values fit the protocol.
func (s settings) check(p campaign.Harness, o campaign.Options) error {
	if err := s.never(p, o); err != nil {
		return err
	}
	began := time.Now()
	for run := range min(o.Runs, looked) {
		if time.Since(began) > looking {
			break
		}
		if _, err := p.Open(p.PlanOf(o, run).Config); err != nil {
			return usageError("-set", fmt.Sprintf("does not fit what run %d draws beside it (%v); set that too",
				run, strings.TrimPrefix(err.Error(), "config.")))
		}
	}
	return nil
}

// never tells which value is wrong whatever the fields that are drawn are. It must be
// known before they are drawn: what is drawn depends on the values.
func (s settings) never(p campaign.Harness, o campaign.Options) error {
	o.Fixed = nil
	var wrong error
	for run := range looked {
		var fields settings
		if err := json.Unmarshal(p.PlanOf(o, run).Config, &fields); err != nil {
			return err
		}
		maps.Copy(fields, s)
		config, err := json.Marshal(fields)
		if err != nil {
			return err
		}
		_, err = p.Open(config)
		var bad *input.Error
		if !errors.As(err, &bad) {
			return err
		}
		field := strings.TrimPrefix(bad.Field, "config.")
		top, _, _ := strings.Cut(strings.ReplaceAll(field, "[", "."), ".")
		if _, set := s[top]; !set {
			return nil
		}
		wrong = usageError("-set "+field, bad.Want)
	}
	return wrong
}
