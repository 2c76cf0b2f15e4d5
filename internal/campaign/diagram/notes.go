package diagram

import (
	"strings"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
	"github.com/scrutineer-go/scrutineer/spec"
)

// look is what an event looks like, and the name of its CSS class.
type look string

const (
	lookDelivery  look = "delivery"
	lookInput     look = "input"
	lookTimeout   look = "timeout"
	lookPremature look = "premature"
	lookRecover   look = "recover"
	lookCrash     look = "crash"
	lookGone      look = "gone" // a copy was dropped or lost
	lookDouble    look = "double"
	lookRule      look = "rule" // a line across everything
	lookOther     look = "other"
)

// lookOf returns what an event looks like.
func lookOf(l *world.TraceLine) look {
	name := l.Action
	switch {
	case world.IsStutter(name) || l.Node == nil:
		return lookRule
	case l.Copy > 0 && isDuplicate(l):
		return lookDouble
	case l.Copy > 0 && (spec.ClassOf(name) == spec.ClassDrop || spec.ClassOf(name) == spec.ClassLoss):
		return lookGone
	case name == spec.Crash, spec.ClassOf(name) == spec.ClassCrashIn:
		return lookCrash
	case l.Copy > 0:
		return lookDelivery
	case l.Timer != "" && spec.ClassOf(name) == spec.ClassPremature:
		return lookPremature
	case l.Timer != "":
		return lookTimeout
	case name == spec.Recover:
		return lookRecover
	case name == spec.Boot, len(l.Body) > 0:
		return lookInput
	}
	return lookOther
}

// noteOf returns what is written beside an event's mark, in lines.
func noteOf(l *world.TraceLine) []string {
	var note []string
	name, crashes := strings.CutPrefix(l.Action, spec.CrashIn(""))
	switch {
	case lookOf(l) == lookRule:
		return nil
	case lookOf(l) == lookDouble:
		return []string{"second " + strings.TrimPrefix(name, spec.Duplicate(""))}
	case l.Timer != "":
		note = append(note, strings.TrimSuffix(name, l.Timer.Name())+" "+string(l.Timer))
	case l.Copy == 0:
		note = append(note, says(name, l.Body))
	}
	if len(l.Pick) > 0 {
		note = append(note, "picks "+l.Pick.String())
	}
	if crashes && l.Action != spec.Crash {
		note = append(note, "crashes after "+phrase.Plural(l.Cut, "effect", "effects"))
	}
	return note
}

// ruleText names what holds for everybody, or for the process that is named.
func ruleText(l *world.TraceLine) string {
	if l.Node != nil {
		return l.Action + " at " + l.Node.String()
	}
	return l.Action
}

// title is what a browser shows of an event under the pointer.
func title(l *world.TraceLine) string {
	text := l.Text
	if more := outcomes(l); more != "" {
		text += ": " + more
	}
	return text
}

// outcomes writes what else came of an event: what it sent, set, stopped and saved.
func outcomes(l *world.TraceLine) string {
	var parts []string
	for i := 0; i < len(l.Sent); {
		j, to := i, []string{}
		for ; j < len(l.Sent) && says(l.Sent[j].Kind, l.Sent[j].Body) == says(l.Sent[i].Kind, l.Sent[i].Body); j++ {
			to = append(to, l.Sent[j].To.String())
		}
		verb := "sends "
		if l.Sent[i].Multicast {
			verb = "multicasts "
		}
		if isDuplicate(l) {
			verb = "makes a second "
		}
		parts = append(parts, verb+says(l.Sent[i].Kind, l.Sent[i].Body)+" → "+strings.Join(to, ","))
		i = j
	}
	if len(l.Set) > 0 {
		parts = append(parts, "sets "+timers(l.Set))
	}
	if len(l.Stopped) > 0 {
		parts = append(parts, "stops "+timers(l.Stopped))
	}
	if len(l.Saved) > 0 {
		parts = append(parts, "saves "+plain(l.Saved))
	}
	return strings.Join(parts, "; ")
}

func timers(list []spec.Timer) string {
	names := make([]string, len(list))
	for i, timer := range list {
		names[i] = string(timer)
	}
	return strings.Join(names, ", ")
}
