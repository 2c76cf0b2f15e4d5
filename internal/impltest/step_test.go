package impltest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
)

const tick = "Tick"

// counter counts the firings of its timer, and asks for it again. Other timers have it pick.
type counter struct{ fired int }

func (c *counter) State() any { return &c.fired }

func (c *counter) Step(ev impl.Event, out *impl.Effects) {
	c.fired++
	if ev.Timer != tick {
		out.Pick("whom", spec.Set{3, 4}, 1)
	}
	out.SetTimer(ev.Timer, 0)
}

// said keeps what a test is told.
type said struct {
	testing.TB
	errors []string
}

func (*said) Helper() {}

func (s *said) Errorf(format string, args ...any) {
	s.errors = append(s.errors, fmt.Sprintf(format, args...))
}

// An effect or a state that differs is an error each, and nothing else is.
func TestHandles(t *testing.T) {
	for _, c := range []struct {
		name  string
		want  []impl.Effect
		after int
		says  []string
	}{
		{"as wanted", []impl.Effect{Set(tick, 0)}, 5, nil},
		{"no effect is wanted", nil, 5, []string{"effects"}},
		{"another effect is wanted", []impl.Effect{Stop(tick)}, 5, []string{"effects"}},
		{"another state is wanted", []impl.Effect{Set(tick, 0)}, 4, []string{"state"}},
		{"nothing is as wanted", nil, 4, []string{"effects", "state"}},
	} {
		heard := &said{TB: t}
		Handles(heard, c.name, &counter{}, 4, Fired(tick), c.want, c.after)
		if len(heard.errors) != len(c.says) {
			t.Errorf("%s: %q", c.name, heard.errors)
			continue
		}
		for i, text := range heard.errors {
			if !strings.HasPrefix(text, c.name+": "+c.says[i]+" (-want +got)") {
				t.Errorf("%s: %q", c.name, text)
			}
		}
	}
}

// Who picks is given the first, where it may, and else panics.
func TestStep(t *testing.T) {
	if list := StepFirst(&counter{}, Booted()); len(list) != 1 {
		t.Errorf("%v", list)
	}
	defer func() {
		if recover() == nil {
			t.Error("a process that must not pick picks")
		}
	}()
	Step(&counter{}, Booted())
}
