package phrase

import (
	"slices"
	"testing"
)

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  []string
	}{
		{"", 5, []string{""}},
		{"a b  c", 5, []string{"a b c"}},
		{"a b c", 4, []string{"a b", "c"}},
		{"äöü äöü", 7, []string{"äöü äöü"}},
		{"a muchlonger b", 4, []string{"a", "muchlonger", "b"}},
	} {
		if got := Wrap(c.text, c.width); !slices.Equal(got, c.want) {
			t.Errorf("%q at %d: %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

func TestThousands(t *testing.T) {
	for number, want := range map[string]string{
		"0": "0", "999": "999", "1000": "1,000", "46552": "46,552", "1234567": "1,234,567", "-1000": "-1,000",
		"-999.12345": "-999.12345", "1234.5678": "1,234.5678",
	} {
		if got := Thousands(number); got != want {
			t.Errorf("%s: %s, want %s", number, got, want)
		}
	}
}

func TestMarkdownCell(t *testing.T) {
	if got, want := MarkdownCell("a|b <c>\n *d* e_f"), `a\|b &lt;c&gt; \*d\* e\_f`; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
