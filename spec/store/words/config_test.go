package words

import (
	"strings"
	"testing"
)

// Each number has a least and a most that are accepted, and the next ones are not.
func TestBounds(t *testing.T) {
	const longest = 24 * 60 * 60 * 1000 / 4
	for _, field := range []struct {
		name        string
		of          func(*Config) *int
		least, most int
	}{
		{"nodes", func(c *Config) *int { return &c.Nodes }, 2, 64},
		{"elections", func(c *Config) *int { return &c.Elections }, 1, 100},
		{"runs", func(c *Config) *int { return &c.Runs }, 1, 100},
		{"calls", func(c *Config) *int { return &c.Calls }, 1, 100},
		{"timeoutMs", func(c *Config) *int { return &c.TimeoutMS }, 1, longest},
		{"answerMs", func(c *Config) *int { return &c.AnswerMS }, 1, longest},
	} {
		for _, value := range []int{field.least - 1, field.least, field.most, field.most + 1} {
			cfg := Default()
			*field.of(&cfg) = value
			err := cfg.Check()
			if accepted := value >= field.least && value <= field.most; accepted != (err == nil) ||
				err != nil && !strings.HasPrefix(err.Error(), field.name+": ") {
				t.Errorf("%s %d: %v", field.name, value, err)
			}
		}
	}
}
