package live

// topics maps each topic that the process has received from to the time since which it is bound, in nanoseconds since
// 1970; 0 if it is not bound.
type topics map[string]int64

// hears reports whether the process was bound to the topic before sent, and records a topic that is new. Whether the
// process was bound to a new topic is known only since its last step.
func (t topics) hears(topic string, sent, lastStep int64, bound func(topic string) bool) bool {
	since, known := t[topic]
	if !known {
		if bound(topic) {
			since = max(lastStep, 1)
		}
		t[topic] = since
	}
	return since > 0 && since < sent
}

// update records which topics the process is bound to after a step that ended at a time.
func (t topics) update(at int64, bound func(topic string) bool) {
	for topic, since := range t {
		switch is := bound(topic); {
		case !is:
			t[topic] = 0
		case since == 0:
			t[topic] = at
		}
	}
}
