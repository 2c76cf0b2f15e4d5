package campaign

import (
	"encoding/json"
	"fmt"
)

// simplify takes over simpler configurations, the complete graph, and sends that depart at once. It
// reports whether it has.
func (m *shrinker) simplify() (bool, error) {
	changed := false
	if m.plan.Topology != nil {
		plan := m.plan
		plan.Topology = nil
		changed = m.try(plan)
	}
	if m.plan.Gap > 0 {
		plan := m.plan
		plan.Gap = 0
		changed = m.try(plan) || changed
	}
	if m.protocol.Shrink == nil || m.plan.Snapshot != nil { // the states of a snapshot fit only this configuration
		return changed, nil
	}
	for {
		taken, err := m.takeSmaller()
		if !taken || err != nil {
			return changed, err
		}
		changed = true
	}
}

// takeSmaller takes over the first simpler configuration with which the property fails.
// Each is simpler than the one before it, so that none can come back: a protocol that
// returns one that was taken over before would have the search go round for ever.
func (m *shrinker) takeSmaller() (bool, error) {
	for _, config := range m.protocol.Shrink(m.plan.Config) {
		key := Canonical(config)
		if m.taken[key] {
			return false, fmt.Errorf("protocol %s: what Shrink returns for the configuration %s leads back to %s; "+
				"return only what is simpler", m.protocol.Name, Canonical(m.plan.Config), key)
		}
		if !has(config, m.fixed) {
			continue
		}
		plan := m.plan
		plan.Config = config
		if m.try(plan) {
			m.taken[key] = true
			return true, nil
		}
	}
	return false, nil
}

// has reports whether a configuration has fields with these values.
func has(config json.RawMessage, fixed map[string]json.RawMessage) bool {
	var fields map[string]json.RawMessage
	if json.Unmarshal(config, &fields) != nil {
		return false
	}
	for name, value := range fixed {
		if string(JSON(fields[name])) != string(JSON(value)) {
			return false
		}
	}
	return true
}
